"""What a reader may be told about a CSV; everything left None is recognised, or asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from typing import Any

from pegp_lite.problems.sensors.binning import check_bin_minutes
from pegp_lite.problems.sensors.errors import DataError

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|", "space": " "}
TIME_FORMATS = ("ymd", "dmy", "mdy", "epoch", "epoch-ms", "epoch-us", "epoch-ns", "excel")


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """The corrections a person may give, by the names the command line has for them.

    `sep`: , ; | tab or space. `decimal`: "." or ",". `time`: the time's column, or two of them (date and
    hour). `time_format`: one of `TIME_FORMATS`, or a pattern such as "%d.%m.%Y %H:%M". `long`: () to have
    long rows recognised, or the two columns (sensor, value). `wide`: True where rows are not long although
    they look so. `sensors`, `ignore`: columns by name, `*` stands for anything. `unit`: the readings' unit.
    `missing`: more marks for "nothing was read", such as "9999". `header`: the line of the column names, 0
    for none. `encoding`: of the text, where it is not UTF-8. `bin_minutes`, `value_range`, `min_days` are
    as in `SensorTable.read`. `most_bytes`: of text, unpacked.

    >>> ReadOptions(sep="semicolon", decimal="comma", missing=["9999"]).given()
    {'sep': ';', 'decimal': ',', 'missing': ['9999']}
    """

    sep: str | None = None
    decimal: str | None = None
    time: tuple[str, ...] | None = None
    time_format: str | None = None
    long: tuple[str, ...] | None = None
    wide: bool = False
    sensors: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    unit: str | None = None
    missing: tuple[str, ...] | None = None
    header: int | None = None
    encoding: str | None = None
    bin_minutes: int | None = None
    value_range: tuple[float, float] | str | None = "default"
    min_days: int = 2
    most_bytes: int = 128 << 20

    def __post_init__(self) -> None:
        for name in ("time", "long", "sensors", "ignore", "missing"):
            given = getattr(self, name)
            if given is not None:
                object.__setattr__(self, name, (given,) if isinstance(given, str) else tuple(map(str, given)))
        if self.sep is not None:
            sep = SEPARATORS.get(self.sep.lower(), self.sep.replace("\\t", "\t"))
            if sep not in SEPARATORS.values():
                raise DataError(f"--sep must be one of , ; | tab space, got {self.sep!r}")
            object.__setattr__(self, "sep", sep)
        if self.decimal is not None:
            decimal = {"point": ".", "comma": ","}.get(self.decimal.lower(), self.decimal)
            if decimal not in (".", ","):
                raise DataError(f'--decimal must be "." or ",", got {self.decimal!r}')
            object.__setattr__(self, "decimal", decimal)
        if self.time_format is not None and self.time_format not in TIME_FORMATS and "%" not in self.time_format:
            raise DataError(
                f'--time-format must be one of {", ".join(TIME_FORMATS)} or a pattern such as "%d.%m.%Y %H:%M", '
                f"got {self.time_format!r}"
            )
        if self.long is not None and len(self.long) not in (0, 2):
            raise DataError(f"--long takes two columns, as in --long sensor,value, got {', '.join(self.long)}")
        if self.time is not None and not 1 <= len(self.time) <= 2:
            raise DataError(f"--time takes one column, or two for date and hour, got {', '.join(self.time)}")
        if self.header is not None and self.header < 0:
            raise DataError(f"--header must be the number of a line, or 0 for none, got {self.header}")
        if self.bin_minutes is not None:
            object.__setattr__(self, "bin_minutes", check_bin_minutes(self.bin_minutes))

    def given(self) -> dict[str, Any]:
        """The options that differ from their defaults, ready for JSON."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        defaults = {each.name: each.default for each in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in found.items()
            if value != defaults[name]
        }


def chosen(patterns: Sequence[str], names: Sequence[str], what: str, where: str) -> list[int]:
    """The columns of `names` that these names or `patterns` mean, in the table's order; one that means none is refused.

    `what` names the option and `where` the file, should it be.

    >>> chosen(["hall", "lab*"], ["lab 1", "hall", "lab 2"], "sensors", "june.csv")
    [0, 1, 2]
    """
    found: set[int] = set()
    for pattern in patterns:
        exact = [i for i, name in enumerate(names) if name == pattern]
        loose = exact or [i for i, name in enumerate(names) if name.lower() == pattern.lower()]
        hits = loose or [i for i, name in enumerate(names) if fnmatchcase(name, pattern)]
        if not hits:
            raise DataError(
                f"{where}: no column {pattern}, asked for by --{what}; it has {', '.join(names)[:200]}",
                column=pattern,
                options=(what,),
            )
        found.update(hits)
    return sorted(found)
