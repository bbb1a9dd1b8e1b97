"""The Intel lab's own text: `date time epoch moteid temperature humidity light voltage`, blank-separated.

A block of bytes is cut into fields with numpy alone. Only a row of exactly eight fields is read: a row of
seven lacks one, nothing in it says for sure which, and a shifted humidity would pass for a temperature.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from pegp_lite.checks import Bools, Floats, Ints

Bytes = NDArray[np.uint8]

FIELDS = 8
DATE, TIME, MOTE, TEMPERATURE = 0, 1, 3, 4
_WIDEST = 16
_PLAIN = b" \t\r\n0123456789+-.:eE"
_STRANGE = np.ones(256, bool)
_STRANGE[list(_PLAIN)] = False
_DAYS = np.array([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])


@dataclass(frozen=True)
class LabRows:
    """The readable rows of one block, and the line numbers (from 0, within the block) of the others.

    `line`, `micros` (since 1970), `mote`, `temperature` have one entry a readable row.
    """

    lines: int
    rows: int
    line: Ints
    micros: Ints
    mote: Ints
    temperature: Floats
    short: Ints
    long: Ints
    garbled: Ints


def parse_block(block: bytes) -> LabRows:
    """Read a block of whole lines, each ended by a newline."""
    text = np.frombuffer(block + b" " * _WIDEST, np.uint8)
    edges = np.flatnonzero(np.diff(text <= 32, prepend=True))  # a field's start, its end, the next one's start, ...
    starts, ends = edges[0::2], edges[1::2]
    newlines = np.flatnonzero(text == 10)
    upto = np.searchsorted(starts, newlines)
    first = np.concatenate([[0], upto[:-1]])
    count = upto - first
    line = np.flatnonzero(count == FIELDS)

    strange = np.zeros(len(newlines), bool)
    if block.translate(None, _PLAIN):
        strange[np.searchsorted(newlines, np.flatnonzero(_STRANGE[text]))] = True
    at = first[line]
    dates, dates_fit = _field(text, starts[at + DATE], ends[at + DATE], 10)
    times, times_fit = _field(text, starts[at + TIME], ends[at + TIME], 15)
    motes, motes_fit = _field(text, starts[at + MOTE], ends[at + MOTE], 8)
    temperatures, temperatures_fit = _field(text, starts[at + TEMPERATURE], ends[at + TEMPERATURE], 16)
    micros, times_good = _micros(dates, times)
    mote, motes_good = _numbers(motes)
    temperature, temperatures_good = _numbers(temperatures)
    good = dates_fit & times_fit & motes_fit & temperatures_fit & times_good & motes_good & temperatures_good
    good &= ~strange[line] & (mote == np.rint(mote))
    return LabRows(
        lines=len(newlines),
        rows=int(np.count_nonzero(count)),
        line=line[good],
        micros=micros[good],
        mote=mote[good].astype(np.int64),
        temperature=temperature[good],
        short=np.flatnonzero((count > 0) & (count < FIELDS)),
        long=np.flatnonzero(count > FIELDS),
        garbled=line[~good],
    )


def _field(text: Bytes, start: Ints, end: Ints, width: int) -> tuple[Bytes, Bools]:
    """The fields as rows of `width` bytes filled up with zeros, and which of them fit.

    `text` must go on for `width` bytes after the last field.
    """
    length = end - start
    chars = sliding_window_view(text, width)[start]
    chars *= np.arange(width) < length[:, None]
    return chars, length <= width


def _numbers(chars: Bytes) -> tuple[Floats, Bools]:
    """Floats from rows of bytes; where a row is no finite number: 0 and False."""
    words = np.ascontiguousarray(chars).view(f"S{chars.shape[1]}")[:, 0]
    try:
        numbers = words.astype(float)
    except ValueError:
        numbers = np.array([_number(word) for word in words.tolist()])
    good = np.isfinite(numbers)
    return np.where(good, numbers, 0.0), good


def _number(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return np.nan


def _micros(dates: Bytes, times: Bytes) -> tuple[Ints, Bools]:
    """Microseconds since 1970 from `YYYY-MM-DD` (n, 10), `HH:MM:SS[.ffffff]` (n, 15); which are real."""
    d = dates.astype(np.int64) - 48
    t = times.astype(np.int64) - 48
    fraction = t[:, 9:]
    ended = times[:, 9:] == 0
    year = d[:, 0] * 1000 + d[:, 1] * 100 + d[:, 2] * 10 + d[:, 3]
    month, day = _two(d, 5), _two(d, 8)
    hour, minute, second = _two(t, 0), _two(t, 3), _two(t, 6)
    good = _digits(d[:, [0, 1, 2, 3, 5, 6, 8, 9]]) & (dates[:, 4] == 45) & (dates[:, 7] == 45)
    good &= _digits(t[:, [0, 1, 3, 4, 6, 7]]) & (times[:, 2] == 58) & (times[:, 5] == 58)
    good &= ((times[:, 8] == 46) | (times[:, 8] == 0)) & ((fraction >= 0) & (fraction <= 9) | ended).all(1)
    good &= (year >= 1900) & (month >= 1) & (month <= 12) & (day >= 1)
    good &= (hour < 24) & (minute < 60) & (second < 60)
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    month = np.where(good, month, 1)
    good &= day <= _DAYS[month - 1] - ((month == 2) & ~leap)
    months = (np.where(good, year, 1970).astype(np.int64) - 1970) * 12 + month - 1
    days = months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64) + day - 1
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    parts = np.where(ended, 0, fraction).astype(np.int64) @ (10 ** np.arange(5, -1, -1))
    return np.where(good, seconds * 1_000_000 + parts, 0), good


def _two(digits: Ints, at: int) -> Ints:
    return digits[:, at] * 10 + digits[:, at + 1]


def _digits(values: Ints) -> Bools:
    return np.all((values >= 0) & (values <= 9), axis=1)
