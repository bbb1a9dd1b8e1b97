"""What a sweep found, as a labelled array, and the questions one asks of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from pegp_lite.checks import Bools, Floats, as_probability
from pegp_lite.study.results.piece_files import ResultError
from pegp_lite.study.statistics import difference, estimate
from pegp_lite.writing import write_atomically

if TYPE_CHECKING:
    import pandas

NOBODY = ""


@dataclass(frozen=True)
class Failure:
    """A cell that could not be played, and what went wrong.

    `settings`: the cell's. `error`: in words.

    >>> from pegp_lite.study.sweep import Failure
    >>> print(Failure({"tall": 2}, "ValueError: too tall"))
    tall 2: ValueError: too tall
    """

    settings: Mapping[str, Any]  # of the cell, by name
    error: str  # as it was raised

    def __str__(self) -> str:
        return f"{', '.join(f'{name} {value}' for name, value in self.settings.items())}: {self.error}"


@dataclass(frozen=True, eq=False)
class Heatmap:
    """Two axes of a sweep and a number for each pair, (y, x); `words` say it, `sure` where the interval does.

    `x_name`, `y_name`: the axes; `x`, `y`: their settings; `values` (y, x) of `what` it is about.

    >>> from pegp_lite.study.sweep import sweep
    >>> from pegp_lite.problems.toy import toy
    >>> found = sweep(toy, {"tall": [2, 4], "l": [0.1, 0.5, 1], "points": [61], "T": [20]}, seeds=3, workers=1)
    >>> found.heatmap("l", "tall", of="Random").values.shape
    (2, 3)
    """

    x_name: str  # of the setting along x
    y_name: str  # and along y
    x: list[Any]
    y: list[Any]
    values: Floats  # (y, x)
    words: list[list[str]]
    sure: Bools
    what: str  # is shown


@dataclass(frozen=True, eq=False)
class Swept:
    """The cells of a sweep.

    `data`: a Dataset with one `cell` after another, each setting a coordinate of it; `regret` (cell, policy, seed) at
    the end of the game, `ran_out` (cell, policy) seeds whose priors were all rejected, and whatever was measured.
    Its attributes say what made it. `grid()` has the settings as dimensions instead. `failed`: the cells that are not
    in it.

    >>> from pegp_lite.study.sweep import sweep
    >>> from pegp_lite.problems.toy import toy
    >>> found = sweep(toy, {"tall": [2, 4], "points": [61], "T": [20]}, seeds=3, workers=1)
    >>> found.best().values.shape, len(found.failed)
    ((2,), 0)
    >>> found.table()["tall"].tolist()
    [2, 4]
    """

    data: xr.Dataset
    failed: tuple[Failure, ...] = ()

    @property
    def axes(self) -> list[str]:
        """The names of the settings."""
        found: list[str] = json.loads(self.data.attrs["axes"])
        return found

    @property
    def policies(self) -> list[str]:
        """The policies' names."""
        return [str(name) for name in self.data["policy"].values]

    def grid(self) -> xr.Dataset:
        """The same with each setting a dimension; combinations that were not asked for are NaN."""
        if not self.axes:
            return self.data.squeeze("cell", drop=True)
        return self.data.set_index(cell=self.axes).unstack("cell")

    def best(self, among: Sequence[str] | None = None, level: float | None = None) -> xr.DataArray:
        """The policy of the lowest mean regret in each cell; with a `level`, "" where the paired interval of its
        lead over the second holds 0. `among`: only these (default: all that are not told the truth)."""
        lead = self.lead(among, 0.95 if level is None else level)
        found: xr.DataArray = lead["best"]
        return found if level is None else found.where(lead["high"] < 0, NOBODY)

    def lead(self, among: Sequence[str] | None = None, level: float = 0.95) -> xr.Dataset:
        """Per cell: the `best` policy, the `second`, and the first's regret minus the second's, paired by seed:
        `mean`, and the interval `low` to `high` of this `level`. `among` as in `best`."""
        names = self._named(among)
        regret = self.data["regret"].sel(policy=names).values
        first, second = _two_lowest(regret)
        rows = np.arange(len(regret))
        apart = difference(regret[rows, first].T, regret[rows, second].T, as_probability("level", level))
        words = np.array([*names, NOBODY])
        known = np.isfinite(apart.mean)
        return self._per_cell(
            best=np.where(known, words[first], NOBODY),
            second=np.where(known, words[second], NOBODY),
            **{"mean": apart.mean, "low": apart.low, "high": apart.high},
        )

    def versus(self, one: str, other: str, level: float = 0.95) -> xr.Dataset:
        """Regret of `one` minus that of `other` in each cell, paired by seed: `mean`, `low`, `high` of this `level`."""
        first, second = (self.data["regret"].sel(policy=name).values.T for name in self._named([one, other]))
        found = difference(first, second, as_probability("level", level))
        return self._per_cell(mean=found.mean, low=found.low, high=found.high)

    def table(self) -> pandas.DataFrame:
        """A row a cell: its settings, mean regret of every policy, who is best and by how much over the second."""
        lead = self.lead()
        means = self.data["regret"].mean("seed").to_pandas()
        frame = self.data[self.axes].to_dataframe() if self.axes else means[[]].copy()
        frame = frame[self.axes].join(means)
        return frame.join(
            lead[["best", "second", "mean", "low", "high"]]
            .to_dataframe()[["best", "second", "mean", "low", "high"]]
            .rename(columns={"mean": "lead", "low": "lead low", "high": "lead high"})
        )

    def heatmap(
        self, x: str, y: str, of: str | tuple[str, str] = "best", among: Sequence[str] | None = None, **at: Any
    ) -> Heatmap:
        """Two settings, `x` and `y`, against each other: `of` "best" (who, and how far ahead of the second), a policy
        (its mean regret), two policies (first minus second), or something measured.

        `among` as in `best`. `at` fixes other settings; cells that still fall together are averaged, seed by seed, so
        pairs stay pairs.
        """
        data = self._at(x, y, at)
        columns, rows = (_in_order(data[name].values) for name in (x, y))
        shape = len(rows), len(columns)
        values, sure = np.full(shape, np.nan), np.zeros(shape, dtype=bool)
        words = [[NOBODY] * len(columns) for _ in rows]
        for j, row in enumerate(rows):
            for i, column in enumerate(columns):
                cells = np.flatnonzero((data[x].values == column) & (data[y].values == row))
                if len(cells):
                    values[j, i], words[j][i], sure[j, i] = self._told(data.isel(cell=cells), of, among)
        return Heatmap(x, y, columns, rows, values, words, sure, of if isinstance(of, str) else " minus ".join(of))

    def save(self, path: str | PathLike[str]) -> Path:
        """Write everything into one netCDF file at `path`."""
        place = Path(path)
        whole = self.data.assign_attrs(failed=json.dumps([[dict(f.settings), f.error] for f in self.failed]))
        write_atomically(place, bytes(whole.to_netcdf(engine="scipy")))
        return place

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Swept:
        """Read what `save` wrote at `path`."""
        try:
            data = xr.load_dataset(path, engine="scipy")
            failed = tuple(Failure(*each) for each in json.loads(data.attrs.pop("failed")))
        except (KeyError, TypeError, ValueError) as error:
            raise ResultError(f"{path} is not a sweep that was saved here ({error})") from None
        return cls(data, failed)

    def _named(self, names: Sequence[str] | None) -> list[str]:
        told = json.loads(self.data.attrs["told"])
        wanted = [name for name in self.policies if name not in told] if names is None else list(names)
        unknown = [name for name in wanted if name not in self.policies]
        if unknown or not wanted:
            raise ValueError(f"policies here are {', '.join(self.policies)}; got {', '.join(map(repr, unknown))}")
        return wanted

    def _at(self, x: str, y: str, at: Mapping[str, Any]) -> xr.Dataset:
        unknown = [name for name in (x, y, *at) if name not in self.axes]
        if unknown or x == y:
            raise ValueError(f"two of the axes {', '.join(self.axes)} are wanted, got {x!r}, {y!r}, {list(at)}")
        chosen = np.ones(self.data.sizes["cell"], dtype=bool)
        for name, value in at.items():
            chosen &= self.data[name].values == value
        if not chosen.any():
            raise ValueError(f"no cell has {', '.join(f'{name} {value!r}' for name, value in at.items())}")
        return self.data.isel(cell=np.flatnonzero(chosen))

    def _told(
        self, cells: xr.Dataset, of: str | tuple[str, str], among: Sequence[str] | None
    ) -> tuple[float, str, bool]:
        """The number, the word and the certainty of one square of a heatmap, from the cells that fall into it."""
        about = self.data.attrs | {"axes": "[]"}
        pooled = Swept(cells[["regret"]].mean("cell").expand_dims("cell").assign_attrs(about))
        if of == "best":
            lead = pooled.lead(among).isel(cell=0)
            return float(lead["mean"]), str(lead["best"].values), bool(lead["high"] < 0)
        if not isinstance(of, str):
            apart = pooled.versus(*of).isel(cell=0)
            return float(apart["mean"]), f"{float(apart['mean']):.3g}", bool(apart["low"] * apart["high"] > 0)
        if of in self.policies:
            mean = float(estimate(pooled.data["regret"].sel(policy=of).values[0]).mean)
        elif of in cells and cells[of].dims == ("cell",):
            mean = float(cells[of].mean())
        else:
            raise ValueError(f"of must be best, a policy, two policies or something measured a cell, got {of!r}")
        return mean, f"{mean:.3g}", True

    def _per_cell(self, **columns: Any) -> xr.Dataset:
        coordinates = {name: self.data[name] for name in self.axes}
        return xr.Dataset({name: ("cell", values) for name, values in columns.items()}, coordinates)


def _in_order(values: Any) -> list[Any]:
    """The values of an axis, numbers ascending, words as they first came."""
    unique = list(dict.fromkeys(values.tolist()))
    return unique if any(isinstance(value, str) for value in unique) else sorted(unique)


def _two_lowest(regret: Floats) -> tuple[Any, Any]:
    """The two policies of lowest mean regret in each cell; with one policy alone it is both."""
    means = regret.mean(axis=2)
    order = np.argsort(np.where(np.isfinite(means), means, np.inf), axis=1, kind="stable")
    return order[:, 0], order[:, min(1, order.shape[1] - 1)]
