"""Page 10's numbers: a file's bytes read as the settings say, one of its days played, and all of it in memory."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from pegp_lite.bandit.record import PriorsExhausted
from pegp_lite.problems.sensors.cautions import cautions
from pegp_lite.problems.sensors.contest import SensorGame, sensor_game
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.examples import EXAMPLE, example_csv
from pegp_lite.problems.sensors.experts import LEAST_OF_A_DAY, heard, last_heard
from pegp_lite.problems.sensors.reading import Reading, read_table
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions
from pegp_lite.problems.sensors.table import SensorTable, as_day
from pegp_lite.study.compare import Comparison, compare
from pegp_lite.theory import not_covered

MOST_BYTES = 2 << 20  # of a file
MOST_UNPACKED = 16 << 20  # of what a packed file holds
MOST_COLUMNS, MOST_SENSORS = 1000, 100
MOST_DAYS = 7  # to learn from: as many as there are colours for
GAMES = 10
COMMAS = "simulated_office_commas.csv"
OWN = "your file"
AS_IS = "as recognised"
NONE = "none"  # said of marks that mean no reading
FORMS = (AS_IS, "one row a reading", "one column a sensor")


@dataclass(frozen=True)
class Sheet:
    """A file in memory."""

    name: str
    content: bytes


@dataclass(frozen=True, eq=False)
class Found:
    """What the settings make of a sheet: how it was read, the game, and the game played.

    What is missing could not be had; `trouble` then says why.
    """

    sheet: Sheet | None
    reading: Reading | None = None
    game: SensorGame | None = None
    played: Comparison | None = None
    trouble: str = ""
    options: tuple[str, ...] = ()  # the reading options that would help

    @property
    def not_told(self) -> tuple[str, ...]:
        """Sentences on what the theorem does not cover in this game."""
        return () if self.game is None else (*not_covered(self.game.problem), *cautions(self.game))


class Bench:
    """The sheets at hand: the examples, and the reader's own once there is one."""

    def __init__(self) -> None:
        self.sheets: dict[str, Sheet] = {each.name: each for each in examples()}

    def take(self, name: str, content: bytes) -> None:
        """Keep the reader's own file, in place of an earlier one."""
        self.sheets[OWN] = Sheet(name, content)

    def found(self, state: Mapping[str, Any]) -> Found:
        """What these settings make of the sheet they name."""
        sheet = self.sheets.get(state["data"])
        if sheet is None:
            return Found(None, trouble="No file of yours is here yet: choose one. A reload forgets it, and so does a "
                         "shared link, since files stay in this page’s memory.")  # fmt: skip
        try:
            reading = read(sheet, read_options(state))
        except DataError as error:
            return Found(sheet, trouble=str(error), options=error.options)
        try:
            game = game_of(reading.table, state)
        except DataError as error:
            return Found(sheet, reading, trouble=str(error), options=error.options)
        return Found(sheet, reading, game, played(game))


@lru_cache(maxsize=1)
def examples() -> tuple[Sheet, ...]:
    """The shipped example, and the same as a sheet from elsewhere writes it: here no date tells day from month."""
    plain = example_csv()
    lines = [line.split(",") for line in plain.splitlines()]
    turned = [lines[0]]
    for time, *cells in lines[1:]:
        day, clock = time.split(" ")
        turned.append([f"{'/'.join(reversed(day.split('-')))} {clock}", *(cell.replace(".", ",") for cell in cells)])
    return (
        Sheet(EXAMPLE, plain.encode()),
        Sheet(COMMAS, ("\n".join(";".join(row) for row in turned) + "\n").encode()),
    )


def read_options(state: Mapping[str, Any]) -> ReadOptions:
    """The corrections among the settings; what nobody corrected is left to be recognised."""

    def said(name: str) -> Any:
        return state[name] if state[name] not in ("", AS_IS) else None

    return ReadOptions(
        sep=said("sep"),
        decimal=said("decimal"),
        time_format=said("time_format"),
        long=_listed(state["columns"]) if state["form"] == FORMS[1] else None,
        wide=state["form"] == FORMS[2],
        sensors=_listed(state["sensors"]) or None,
        ignore=_listed(state["ignore"]),
        unit=said("unit"),
        time=_listed(state["time"]) or None,
        missing=() if state["missing"] == NONE else _listed(state["missing"]) or None,
        header=_number(state["header"]),
        bin_minutes=_number(state["bin_minutes"]),
        value_range=_range(state["value_range"]),
        encoding=said("encoding"),
        most_bytes=MOST_UNPACKED,
    )


@lru_cache(maxsize=8)
def read(sheet: Sheet, options: ReadOptions) -> Reading:
    """The sheet's table; what is too large for a page is refused before it is looked at."""
    if len(sheet.content) > MOST_BYTES:
        raise DataError(f"{sheet.name} holds {len(sheet.content):,} bytes, a page takes {MOST_BYTES:,} at most")
    first = sheet.content[: 1 << 16].splitlines()[:20]
    columns = 1 + max((line.count(mark) for line in first for mark in (b",", b";", b"\t", b"|")), default=0)
    if columns > MOST_COLUMNS:
        raise DataError(f"{sheet.name} has {columns:,} columns or more, a page takes {MOST_COLUMNS:,} at most")
    reading = read_table(sheet.content, options, title=sheet.name)
    if len(reading.table.sensors) > MOST_SENSORS:
        raise DataError(
            f"{sheet.name} holds {len(reading.table.sensors):,} sensors, a page plays {MOST_SENSORS} at most: leave "
            "some out (* stands for anything), or play all with `pegp run`",
            options=("ignore",),
        )
    return reading


def game_of(table: SensorTable, state: Mapping[str, Any]) -> SensorGame:
    """The game of the day chosen, with the days before it as experts."""
    test = test_day(table, state)
    return _game(table, test, training_days(table, test, state), state["mean"], state["coverage"])


def test_day(table: SensorTable, state: Mapping[str, Any]) -> date:
    """The day to play: the one named, else the last."""
    return as_day(state["test"]) if state["test"] else last_heard(table)


def training_days(table: SensorTable, test: date, state: Mapping[str, Any]) -> tuple[date, ...]:
    """The days that the reader names, else the last so many usable ones before the test day."""
    table.rows_of(test)
    days = tuple(as_day(word) for word in _listed(state["days"])) or usual_days(table, test, state["learn"])
    if not days:
        raise DataError(
            f"{table.source} holds no usable day before {test} to learn from (it holds {table.days[0]} to "
            f"{table.days[-1]}): play a later day, or name the days to learn from"
        )
    return days


def usual_days(table: SensorTable, test: date, count: int) -> tuple[date, ...]:
    """The last so many usable days before the test day."""
    shares = heard(table)
    return tuple(day for day in table.days if day < test and shares[day] >= LEAST_OF_A_DAY)[-count:]


@lru_cache(maxsize=8)
def _game(table: SensorTable, test: date, training: tuple[date, ...], mean: str, coverage: float) -> SensorGame:
    return sensor_game(table, test, training, mean=mean, min_coverage=coverage)


@lru_cache(maxsize=8)
def played(game: SensorGame) -> Comparison:
    """All policies on this game, in the file's unit; games that ran out of priors are told by their records."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PriorsExhausted)
        return compare(game.problem, seeds=GAMES).presented(game.unit_scale, game.table.unit, game.label)


def steps_until(game: SensorGame, hour: float) -> int:
    """How many steps of the day begin before this hour, at least one."""
    return min(max(1, math.ceil(60 * hour / game.table.bin_minutes)), game.problem.n_steps)


def clock(game: SensorGame, step: int) -> str:
    """The time of day at which step 1, 2, ... begins."""
    minutes = (step - 1) * game.table.bin_minutes
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _number(text: str) -> int | None:
    return int(text) if text else None


def _range(text: str) -> tuple[float, float] | str:
    ends = _listed(text)
    return (float(ends[0]), float(ends[1])) if ends else "default"


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word for part in text.split(",") if (word := part.strip()))
