"""The map as it is shipped: what was found at every charted place, and what made it."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, get_args

import numpy as np

from pegp_lite.claims.atlas.charting import CLAIMS, POLICIES, Cell
from pegp_lite.claims.atlas.places import BY_NAME, NAMES, Place
from pegp_lite.claims.verdicts import HOLDS, Verdict

NAME = "toy_map.npz"
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
DIGITS = 5  # significant ones that are kept: a mean of thirty games is not known better


@dataclass(frozen=True, eq=False)
class Atlas:
    """The `cells` by their place, and what made them, `about`: versions, seeds, day.

    >>> from pegp_lite.claims.atlas import Place, the_map
    >>> the_map().most_claims(), the_map().at(Place(rise=2.5))
    (3, None)
    """

    cells: Mapping[Place, Cell]
    about: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells.values())

    def at(self, place: Place) -> Cell | None:
        """What was found at a place; None where nobody has been."""
        return self.cells.get(place)

    def holding(self, *claims: str, where: Mapping[str, Any] | None = None) -> tuple[int, int]:
        """In how many places all these claims hold, and of how many; `where` counts only places with these settings."""
        asked = [cell for cell in self if all(getattr(cell.place, k) == v for k, v in (where or {}).items())]
        return sum(all(cell.verdicts[key] == HOLDS for key in claims) for cell in asked), len(asked)

    def tally(self, claim: str) -> dict[str, int]:
        """How many places have each verdict on a claim."""
        count = Counter(cell.verdicts[claim] for cell in self)
        return {verdict: count[verdict] for verdict in VERDICTS}

    def most_claims(self) -> int:
        """The largest number of claims that hold together anywhere."""
        return max(len(cell.holding) for cell in self)


@cache
def the_map() -> Atlas:
    """The map the package carries.

    >>> from pegp_lite.claims.atlas import Place, the_map
    >>> len(the_map()), the_map().at(Place()).holding
    (7424, ('5',))
    """
    return read((files("pegp_lite") / "data" / NAME).read_bytes())


def packed(cells: Sequence[Cell], about: Mapping[str, Any]) -> bytes:
    """The map as a file: settings as places in their lists of values, numbers to five digits."""
    settings = [[BY_NAME[name].values.index(getattr(cell.place, name)) for name in NAMES] for cell in cells]
    content = io.BytesIO()
    np.savez_compressed(
        content,
        settings=np.array(settings, dtype=np.uint8),
        regret=_rounded([[cell.regret[name] for name in POLICIES] for cell in cells]),
        lead=_rounded([[cell.lead, cell.low, cell.high] for cell in cells]),
        order=np.array([[POLICIES.index(c.best), POLICIES.index(c.second)] for c in cells], dtype=np.uint8),
        verdicts=np.array([[VERDICTS.index(c.verdicts[key]) for key in CLAIMS] for c in cells], dtype=np.uint8),
        about=np.array(json.dumps(_explained(about))),
    )
    return content.getvalue()


def read(content: bytes) -> Atlas:
    """The map from its file."""
    with np.load(io.BytesIO(content), allow_pickle=False) as kept:
        arrays = {name: kept[name] for name in kept.files}
    about = json.loads(str(arrays.pop("about")))
    values = [about["settings"][name] for name in NAMES]
    found = {}
    for row in range(len(arrays["settings"])):
        chosen = zip(NAMES, values, arrays["settings"][row], strict=True)
        place = Place(**{name: options[index] for name, options, index in chosen})
        lead, low, high = arrays["lead"][row].tolist()
        best, second = (about["policies"][index] for index in arrays["order"][row])
        found[place] = Cell(
            place,
            dict(zip(about["policies"], arrays["regret"][row].tolist(), strict=True)),
            *(best, second, lead, low, high),
            dict(zip(about["claims"], (VERDICTS[index] for index in arrays["verdicts"][row]), strict=True)),
        )
    return Atlas(found, about)


def _explained(about: Mapping[str, Any]) -> dict[str, Any]:
    """What the numbers mean, so that the file can be read without this package."""
    lists = {name: BY_NAME[name].values for name in NAMES}
    return {**about, "settings": lists, "policies": POLICIES, "claims": CLAIMS, "verdicts": VERDICTS}


def _rounded(numbers: Iterable[Iterable[float]]) -> Any:
    text = [[f"{number:.{DIGITS}g}" for number in row] for row in numbers]
    return np.array(text, dtype=np.float32)
