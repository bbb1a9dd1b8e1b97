"""Page 09's numbers: a plane of the map, from what is shipped and what was played since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pegp_lite.claims.atlas import CORNERS, SETTINGS, Cell, Place, Setting, chart, the_map

NAMES = {"noise_std": "R"}  # in the address, and on page 05
SHOWS = ("who wins", "which claims hold", *(f"claim {key}" for key in "12345"))


class Charts:
    """Every place known here: those of the shipped map and those played since."""

    def __init__(self) -> None:
        self._played: dict[Place, Cell] = {}

    def at(self, place: Place) -> Cell | None:
        """What is known of a place; None where nobody has played yet."""
        return the_map().at(place) or self._played.get(place)

    def play(self, place: Place) -> Cell:
        """Play a place, or remember it."""
        known = self.at(place)
        if known is None:
            known = self._played[place] = chart(place)
        return known


@dataclass(frozen=True, eq=False)
class Plane:
    """Two settings against each other, the others as at `rest`; `cells` row by row from the lowest y, None: unknown."""

    x: Setting
    y: Setting
    rest: Place
    cells: tuple[tuple[Cell | None, ...], ...]

    def place(self, column: int, row: int) -> Place:
        """The place of one cell."""
        return self.rest.moved(**{self.x.name: self.x.values[column], self.y.name: self.y.values[row]})

    def __iter__(self) -> Iterator[tuple[int, int, Place, Cell | None]]:
        for row, cells in enumerate(self.cells):
            for column, cell in enumerate(cells):
                yield column, row, self.place(column, row), cell

    @property
    def known(self) -> list[Cell]:
        """The cells that have been played."""
        return [cell for *_, cell in self if cell is not None]

    @property
    def missing(self) -> list[Place]:
        """The places that have not."""
        return [place for *_, place, cell in self if cell is None]

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.x.values) * len(self.y.values)

    def winners(self) -> dict[str, tuple[int, int]]:
        """By policy: in how many cells it is lowest, and in how many of them surely; most first."""
        first = Counter(cell.best for cell in self.known)
        sure = Counter(cell.best for cell in self.known if cell.sure)
        return {name: (count, sure[name]) for name, count in first.most_common()}

    def corners(self) -> dict[str, tuple[int, int, bool]]:
        """Where the corners lie, by name: column, row, and whether all other settings are the corner's as well."""
        found = {}
        for name, corner in CORNERS.items():
            column, row = (each.values.index(getattr(corner, each.name)) for each in (self.x, self.y))
            found[name] = (column, row, self.place(column, row) == corner)
        return found


def plane_of(state: Mapping[str, Any], charts: Charts) -> Plane:
    """The plane that the page's settings ask for; where both axes are the same setting, y is another one."""
    x, y = setting(state["x"]), setting(state["y"])
    if x is y:
        y = next(each for each in SETTINGS if each is not x)
    rest = place_of(state)
    plane = Plane(x, y, rest, ())
    rows = range(len(y.values))
    cells = tuple(tuple(charts.at(plane.place(column, row)) for column in range(len(x.values))) for row in rows)
    return Plane(x, y, rest, cells)


def setting(label: str) -> Setting:
    """A setting by its label."""
    return next(each for each in SETTINGS if each.label == label)


def place_of(state: Mapping[str, Any]) -> Place:
    """Where the settings stand that are on no axis."""
    return Place(**{each.name: _value(each, state[in_address(each)]) for each in SETTINGS})


def state_of(place: Place) -> dict[str, Any]:
    """A place as the page's controls say it."""
    return {in_address(each): _shown(each, getattr(place, each.name)) for each in SETTINGS}


def in_address(each: Setting) -> str:
    """A setting's name in the address."""
    return NAMES.get(each.name, each.name)


def _shown(each: Setting, value: Any) -> Any:
    return each.said(value) if each.words else value


def _value(each: Setting, shown: Any) -> Any:
    return next(value for value in each.values if _shown(each, value) == shown)
