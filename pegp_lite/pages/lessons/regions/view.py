"""Page 09's picture: two settings against each other, a box a game, coloured by who wins or by what holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pegp_lite.bandit.looks import faces
from pegp_lite.claims.atlas import CORNERS, SETTINGS, Cell, Setting
from pegp_lite.claims.atlas.charting import CLAIMS, RIVALS
from pegp_lite.claims.toy_claims import RANDOM
from pegp_lite.claims.verdicts import FAILS, HOLDS, UNTOLD
from pegp_lite.figures.marks import Bars, Line, Mark, Points, Text
from pegp_lite.figures.picture import Axis, Key, Panel, Picture
from pegp_lite.figures.words import counted, listed, number
from pegp_lite.pages.lessons.regions.model import Charts, Plane, plane_of
from pegp_lite.pages.lessons.regions.onward import toy_address

FACES = faces(RIVALS)
WINNERS = tuple(name for name in RIVALS if name != RANDOM)  # random search has never won a game of this map
SHAPES = {"none": "ring"}  # a policy without a marker of its own still needs a shape on the map
PALE = 0.4  # of a winner that may be lucky
HALF = 0.5
LOW, HIGH = -0.24, 0.25  # of a box's height from its middle: where what it shows gives way to a corner's name
CORNER_WORDS = {"ours": "ours", "the paper's": "paper"}
TITLES = {"who wins": "Who has the lowest regret (hollow: may be luck)", "which claims hold": "Which claims hold"}
VERDICTS: dict[str, tuple[str, Any]] = {
    HOLDS: ("good", "circle"),
    FAILS: ("bad-soft", "cross"),
    UNTOLD: ("open-soft", "ring"),
}
GLYPH = {HOLDS: "plate", FAILS: "bad", UNTOLD: "ink-3"}
GLYPH_KEY = GLYPH | {HOLDS: "good"}


def map_picture(state: Mapping[str, Any], covered: bool, charts: Charts) -> Picture:
    """The figure at these settings; covered, nothing of it is shown."""
    plane, show = plane_of(state, charts), str(state["show"])
    panel = Panel(
        x=_axis(plane.x),
        y=_axis(plane.y),
        marks=(*_boxes(plane, show), *_corners(plane)),
        covered=covered,
    )
    waiting = (
        f"{_where(plane)}, a box each with six policies and thirty games. Who wins in which of them, the figure says "
        "once you have answered."
    )
    return Picture(
        panels=(panel,),
        title=TITLES.get(show, f"Where {show} holds"),
        key=_key(show),
        height=560,
        letters=240,
        sentence=waiting if covered else sentence(plane, show),
    )


def _axis(each: Setting) -> Axis:
    places = tuple(float(n) for n in range(len(each.values)))
    labels = tuple(each.said(value) for value in each.values)
    return Axis(
        low=-HALF, high=len(places) - HALF, name=each.label, ticks=places, labels=labels, grid=False, line=False
    )


def _key(show: str) -> tuple[Key, ...]:
    if show == "who wins":
        return tuple(Key(_shape(name), FACES[name].label, FACES[name].look.hue) for name in WINNERS)
    if show == "which claims hold":
        return ()
    return tuple(Key(VERDICTS[verdict][1], verdict, GLYPH_KEY[verdict]) for verdict in (HOLDS, FAILS, UNTOLD))


def _shape(name: str) -> Any:
    marker = FACES[name].look.marker
    return SHAPES.get(marker, marker)


def _boxes(plane: Plane, show: str) -> list[Mark]:
    """A box for each cell, and in it a shape or the numbers of the claims, so that colour is not all that tells."""
    cells = list(plane)
    looks = [_look(cell, show) for *_, cell in cells]
    marks: list[Mark] = [
        Bars(
            x0=[column - HALF for column, *_ in cells],
            x1=[column + HALF for column, *_ in cells],
            y0=[row - HALF for _, row, *_ in cells],
            y1=[row + HALF for _, row, *_ in cells],
            color=tuple(color for color, _ in looks),
            opacity=tuple(opacity for _, opacity in looks),
            gap=1.5,
            names=tuple(told(plane, place, cell) for *_, place, cell in cells),
            keys=tuple(toy_address(place) for *_, place, _ in cells),
        )
    ]
    named = {(column, row) for column, row, _ in plane.corners().values()}
    middle = {(column, row): row + LOW * ((column, row) in named) for column, row, *_ in cells}
    if show == "which claims hold":
        marks += [
            Text(x=column, y=middle[column, row], words=words, anchor="middle", dy=5, halo=False)
            for column, row, words in ((c, r, " ".join(cell.holding) or "none") for c, r, _, cell in cells if cell)
        ]
        return marks
    groups: dict[tuple[Any, str, str], list[tuple[int, float]]] = {}
    for column, row, _, cell in cells:
        if cell is not None:
            groups.setdefault(_glyph(cell, show), []).append((column, middle[column, row]))
    for (marker, color, fill), at in sorted(groups.items()):
        x, y = zip(*at, strict=True)
        marks.append(Points(x=x, y=y, marker=marker, color=color, fill=fill, size=7))
    return marks


def _look(cell: Cell | None, show: str) -> tuple[str, float]:
    """A box's colour and how strong it is."""
    if cell is None:
        return "grid", 1.0
    if show == "who wins":
        return FACES[cell.best].look.hue, 1.0 if cell.sure else PALE
    if show == "which claims hold":
        return ("good", 0.12 + 0.16 * len(cell.holding)) if cell.holding else ("open-soft", 1.0)
    return VERDICTS[cell.verdicts[show.removeprefix("claim ")]][0], 1.0


def _glyph(cell: Cell, show: str) -> tuple[Any, str, str]:
    """The shape in a box, its colour and that of its inside."""
    if show == "who wins":
        return (_shape(cell.best), "plate", "") if cell.sure else (_shape(cell.best), "ink", "plate")
    verdict = cell.verdicts[show.removeprefix("claim ")]
    return VERDICTS[verdict][1], GLYPH[verdict], ""


def _corners(plane: Plane) -> list[Mark]:
    """A frame around our settings and around the paper's corner, dashed where other settings differ from it."""
    marks: list[Mark] = []
    for name, (column, row, exact) in plane.corners().items():
        x = [column - HALF, column + HALF, column + HALF, column - HALF, column - HALF]
        y = [row - HALF, row - HALF, row + HALF, row + HALF, row - HALF]
        marks.append(Line(x=x, y=y, width=3, color="ink", dash=() if exact else (5, 4)))
        marks.append(
            Text(x=column, y=row + HIGH, words=CORNER_WORDS[name], anchor="middle", bold=True, size=0.98, dy=4)
        )
    return marks


def told(plane: Plane, place: Any, cell: Cell | None) -> str:
    """What hovering over a box says, line by line."""
    two = (plane.x, plane.y)
    lines = [", ".join(f"{each.label} {each.said(getattr(place, each.name))}" for each in two)]
    if cell is None:
        return "\n".join([*lines, "not played yet"])
    lines += [f"{label(name)} {number(value)}" for name, value in sorted(cell.regret.items(), key=lambda each: each[1])]
    lines.append(
        f"{label(cell.best)} less {label(cell.second)}: {number(cell.lead)} [{number(cell.low)}, {number(cell.high)}]"
    )
    lines.append(f"claims that hold: {listed(cell.holding)}")
    return "\n".join([*lines, "press: this game on page 05"])


def label(name: str) -> str:
    """What to call a policy."""
    return faces([name])[name].label


def sentence(plane: Plane, show: str) -> str:
    """What the map shows, in words; the same words as long as some of it is being played."""
    where = _where(plane)
    if plane.missing:
        return f"{where}, not all of them played yet. {others(plane)}"
    cells = plane.known
    if show == "who wins":
        parts = [f"{label(name)} in {count} (surely in {sure})" for name, (count, sure) in plane.winners().items()]
        said = f"lowest on average is {listed(parts)}"
    elif show == "which claims hold":
        most = max(len(cell.holding) for cell in cells)
        parts = [f"{key} in {sum(key in cell.holding for cell in cells)}" for key in CLAIMS]
        said = f"claim {listed(parts)}; at most {most} of the five together"
    else:
        verdicts: list[str] = [cell.verdicts[show.removeprefix("claim ")] for cell in cells]
        said = f"{show} {listed(f'{verdict} in {verdicts.count(verdict)}' for verdict in VERDICTS)}"
    return f"{where}: {said}. {others(plane)}"


def _where(plane: Plane) -> str:
    words = f"{plane.x.label} against {plane.y.label}, {counted(plane.size, 'setting')}"
    return words[:1].upper() + words[1:]


def others(plane: Plane) -> str:
    """The settings on no axis, in words: which corner's they are, or by what they differ from ours."""
    rest = [each for each in SETTINGS if each not in (plane.x, plane.y)]
    apart = {
        name: [each for each in rest if getattr(plane.rest, each.name) != getattr(corner, each.name)]
        for name, corner in CORNERS.items()
    }
    exact = [name for name, differing in apart.items() if not differing]
    if exact:
        return f"All other settings are {exact[0]}."
    differing = [f"{each.label} {each.said(getattr(plane.rest, each.name))}" for each in apart["ours"]]
    return f"All other settings are ours, but for {listed(differing)}."


def map_table(state: Mapping[str, Any], charts: Charts) -> tuple[list[str], list[list[Any]]]:
    """A row a cell: settings, regrets, the lead with its interval, the five verdicts."""
    plane = plane_of(state, charts)
    cells = plane.known
    policies = list(cells[0].regret) if cells else []
    header = [
        *plane.rest.settings(),
        *policies,
        "best",
        "second",
        "lead",
        "low",
        "high",
        *(f"claim {k}" for k in CLAIMS),
    ]
    rows = [
        [
            *cell.place.settings().values(),
            *cell.regret.values(),
            *(cell.best, cell.second, cell.lead, cell.low, cell.high),
            *cell.verdicts.values(),
        ]
        for cell in cells
    ]
    return header, rows
