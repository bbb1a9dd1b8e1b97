"""One row a reading: the time, the sensor's name and the value, as loggers and databases export them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pegp_lite.checks import Ints
from pegp_lite.problems.sensors.binning import DAY
from pegp_lite.problems.sensors.errors import DataError, fault
from pegp_lite.problems.sensors.sheet.decimals import looks_like_number
from pegp_lite.problems.sensors.sheet.read_options import ReadOptions, chosen
from pegp_lite.problems.sensors.sheet.roles import Ignored, kinds, spelled_alike
from pegp_lite.problems.sensors.sheet.rows import MOST_COLUMNS, Sheet
from pegp_lite.problems.sensors.sheet.units import one_unit, plain, plain_unit, split_cell, split_header, words
from pegp_lite.problems.sensors.sheet.wide_form import marks_of

SENSOR_NAMES = words(
    "sensor sensor_id sensorid sensor_name device device_id deviceid station station_id node node_id mote moteid room "
    "location channel meter meter_id building building_id name variable tag point id site zone source "
    "messstelle raum gerät capteur entity entity_id item itemid item_id point_id series metric esiid deveui dev_eui "
    "stn cups lclid mprn målepunktid malepunktid zählpunkt"
)
VALUE_NAMES = words("value reading wert messwert valeur valor val measurement")
UNIT_NAMES = words("unit units unit_of_measurement einheit unité")


@dataclass(frozen=True)
class LongColumns:
    """The two columns of long rows."""

    sensor: int
    value: int


def find_long(
    source: object, sheet: Sheet, taken: Sequence[int], seconds: Sequence[int], options: ReadOptions
) -> LongColumns | None:
    """The columns of sensor and value where rows are long: asked for, or because instants repeat, once a name."""
    where = f"{source}, line {sheet.header_line:,}"
    if options.long:
        sensor, value = (chosen([name], sheet.names, "long", where)[0] for name in options.long)
        return LongColumns(sensor, value)
    if options.wide or (options.sensors is not None and options.long is None and _are_columns(options.sensors, sheet)):
        return None
    marks = marks_of(options)
    out = set(chosen(options.ignore, sheet.names, "ignore", where)) if options.ignore else set()
    free = [i for i in range(len(sheet.names)) if i not in taken and i not in out]
    repeats = len(set(seconds)) < 0.8 * len(seconds)
    words = {i: {row[i] for row in sheet.rows} - {""} for i in free}
    numeric = [i for i in free if _are_numbers({word for word in words[i] if word.lower() not in marks})]
    if options.long is None and not repeats and not _only_named(sheet, words, free, numeric):
        return None
    words_or_ids = [i for i in free if i not in numeric or plain(sheet.names[i]) in SENSOR_NAMES]
    able = [i for i in words_or_ids if 2 <= len(words[i]) <= min(MOST_COLUMNS, len(sheet.rows) / 2)]
    keys = [i for i in able if _is_key(sheet, i, seconds)]
    named = [i for i in keys or able if plain(sheet.names[i]) in SENSOR_NAMES]  # two quantities: refused later
    keys = named if len(named) == 1 else keys
    values = [i for i in numeric if i not in keys and plain(sheet.names[i]) not in SENSOR_NAMES]
    by_name = [i for i in values if plain(sheet.names[i]).strip("_") in VALUE_NAMES]
    values = by_name if len(by_name) == 1 else values
    if len(keys) == 1 and len(values) == 1:
        return LongColumns(keys[0], values[0])
    if not keys and options.long is None:
        keys = [i for i in numeric if 2 <= len(words[i]) <= MOST_COLUMNS and all(map(str.isdigit, words[i]))]
        keys = [i for i in keys if _is_key(sheet, i, seconds)]
        values = [i for i in values if i not in keys]
        if not keys or not any(second % DAY for second in seconds):  # else they may number the hours of a date
            return None
    both = keys and values and len(keys) == len(values) == 1
    example = f'"{sheet.names[keys[0]]},{sheet.names[values[0]]}"' if both else "SENSOR,VALUE"
    shown = [", ".join(f'"{sheet.names[i]}"' for i in found) or "none" for found in (keys or free, values)]
    raise DataError(
        f"{where}: times repeat, as where each row is one reading; the sensor's name may stand in {shown[0]} and the "
        f"value in {shown[1]}; say which with --long {example}, or --wide if each column is a sensor",
        line=sheet.header_line, options=("long", "wide"),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class LongReadings:
    """Which sensor each row is of: its place (n,) among `names`, -1 where it was not asked for; and its unit."""

    names: tuple[str, ...]
    place: Ints
    unit: str
    ignored: tuple[Ignored, ...]


def read_long(
    source: object, sheet: Sheet, at: LongColumns, taken: Sequence[int], options: ReadOptions
) -> LongReadings:
    """The sensors of long rows, in the order in which they come first."""
    column = sheet.names[at.sensor]
    cells = [" ".join(row[at.sensor].split()) for row in sheet.rows]
    for number, cell in zip(sheet.lines, cells, strict=True):
        if not cell:
            raise fault(
                source, number, column, "a sensor's name was wanted, got an empty cell", "",
                "name it, or say --long SENSOR,VALUE if another column holds the names", "long",
            )  # fmt: skip
    names = list(dict.fromkeys(cells))
    if len(names) > MOST_COLUMNS:
        raise fault(
            source, sheet.header_line, column, f"{len(names):,} different names, more than {MOST_COLUMNS:,}", names[0],
            "if this is not the sensor's column, say --long SENSOR,VALUE", "long",
        )  # fmt: skip
    if options.sensors is None and (twins := spelled_alike(names)):
        raise fault(
            source, sheet.lines[cells.index(twins[1])], column,
            f'"{twins[0]}" and "{twins[1]}" differ in their spelling only', "",
            "write them alike, or name all sensors with --sensors if they are two", "sensors",
        )  # fmt: skip
    where = f'{source}, column "{column}"'
    wanted = range(len(names)) if options.sensors is None else chosen(options.sensors, names, "sensors", where)
    out = {name for name in options.ignore if name in names}
    kept = [names[i] for i in wanted if names[i] not in out]
    if len(kept) < 2:
        only = f'one sensor only ("{kept[0]}")' if kept else "no sensor"
        raise fault(
            source, sheet.header_line, column, f"{only}; choosing among sensors needs at least two", "",
            "say --long SENSOR,VALUE if another column holds the names", "long",
        )  # fmt: skip
    places = {name: k for k, name in enumerate(kept)}
    units = [i for i in range(len(sheet.names)) if plain(sheet.names[i]) in UNIT_NAMES]
    ignored = [Ignored(name, "asked for") for name in names if name not in places]
    ignored += [
        Ignored(name, "rows are one reading each, and it is neither the sensor nor the value")
        for i, name in enumerate(sheet.names)
        if i not in {*taken, *units, at.sensor, at.value}
    ]
    place = np.array([places.get(cell, -1) for cell in cells])
    unit = _unit_in_names(source, sheet, column, kept, options)
    if units:
        unit = _unit_column(source, sheet, units[0], place, options) or unit
    return LongReadings(tuple(kept), place, unit, tuple(ignored))


def _unit_in_names(source: object, sheet: Sheet, column: str, names: Sequence[str], options: ReadOptions) -> str:
    """The unit that the sensors' names give; names of two units or of two quantities are refused."""
    unit = one_unit(source, sheet.header_line, [split_header(name)[1] for name in names], names, options.unit)
    if options.sensors is None and options.unit is None and (measured := kinds(tuple(names))):
        (what, first), (other, second), *_ = measured.items()
        raise fault(
            source, sheet.header_line, column, f'"{second}" {other} and "{first}" {what}, so the higher of '
            "them means nothing", "", "choose sensors of one kind with --sensors or --ignore", "sensors", "ignore",
        )  # fmt: skip
    return unit


def refuse_two_kinds(
    source: object, sheet: Sheet, at: LongColumns, taken: Sequence[int], seconds: Sequence[int]
) -> None:
    """Rows of one instant and sensor that a third column tells apart are of two kinds: their mean means nothing."""
    pairs = [(second, row[at.sensor]) for second, row in zip(seconds, sheet.rows, strict=True)]
    if len(set(pairs)) > 0.8 * len(pairs):
        return
    for i in (i for i in range(len(sheet.names)) if i not in {*taken, at.sensor, at.value}):
        kinds = list(dict.fromkeys(row[i] for row in sheet.rows))
        whole = {(*pair, row[i]) for pair, row in zip(pairs, sheet.rows, strict=True)}
        if 2 <= len(kinds) <= 50 and len(whole) > 0.95 * len(pairs) and not all(map(looks_like_number, kinds)):
            line = next(n for n, row in zip(sheet.lines, sheet.rows, strict=True) if row[i] == kinds[1])
            raise fault(
                source, line, sheet.names[i], f"one time and sensor has a row for {kinds[0]!r} and one for {kinds[1]!r}"
                ", and their mean means nothing", "", "keep the rows of one kind only, or name another column with "
                "--long SENSOR,VALUE", "long",
            )  # fmt: skip


def _unit_column(source: object, sheet: Sheet, column: int, place: Ints, options: ReadOptions) -> str:
    """The one unit of all rows that were asked for."""
    found: dict[str, tuple[str, int]] = {}
    for number, row, k in zip(sheet.lines, sheet.rows, place, strict=True):
        if row[column] and k >= 0:
            found.setdefault(plain_unit(row[column]), (row[column], number))
    if len(found) > 1 and options.unit is None:
        (one, _), (other, line), *_ = found.values()
        raise fault(
            source, line, sheet.names[column], f"readings are in {one!r} and in {other!r}, so the higher of them means "
            "nothing", "", "choose sensors of one kind with --sensors, or say that they are alike with --unit",
            "sensors", "unit",
        )  # fmt: skip
    return next((unit for unit, _ in found.values()), "")


def _are_numbers(words: set[str]) -> bool:
    """Whether a column's words are numbers, but for a slip that is to be named with its line."""
    numbers = sum(looks_like_number(split_cell(word)[0]) for word in words)
    return numbers > 0.9 * len(words)


def _only_named(sheet: Sheet, words: dict[int, set[str]], free: Sequence[int], numeric: Sequence[int]) -> bool:
    """Where one column holds numbers and another is called "sensor", rows are long though each has its own minute."""
    named = [i for i in free if i not in numeric and plain(sheet.names[i]) in SENSOR_NAMES]
    return len(numeric) == len(named) == 1 and 2 <= len(words[named[0]]) <= len(sheet.rows) / 8


def _are_columns(sensors: Sequence[str], sheet: Sheet) -> bool:
    return all(name in sheet.names or "*" in name for name in sensors)


def _is_key(sheet: Sheet, column: int, seconds: Sequence[int]) -> bool:
    """Whether an instant and this column's word together name a row, nearly always."""
    pairs = {(second, row[column]) for second, row in zip(seconds, sheet.rows, strict=True)}
    return len(pairs) > 0.95 * len(seconds)
