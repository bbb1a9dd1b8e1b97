"""Plain-language refusals of bad input, shared by everything that takes numbers from a user."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def as_finite(what: str, given: Any) -> Floats:
    """`given` as a read-only float array without NaN or infinity."""
    if given is None:
        raise ValueError(f"{what} must be numbers, got None")
    try:
        array = np.asarray(given, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} must be numbers, got {type(given).__name__}: {error}") from None
    if not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{what} must be finite, got {array[where]}{f' at index {where}' if where else ''}")
    view = array.view()
    view.flags.writeable = False
    return view


def as_number(
    what: str, given: Any, low: float, high: float, *, open_low: bool = False, open_high: bool = False
) -> float:
    """`given` as one float inside the stated interval."""
    wanted = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
    try:
        number = float(given)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be a number in {wanted}, got {given!r}") from None
    inside = (low < number if open_low else low <= number) and (number < high if open_high else number <= high)
    if not inside:
        raise ValueError(f"{what} must be in {wanted}, got {number:g}")
    return number


def as_positive(what: str, given: Any) -> float:
    """`given` as one finite float above zero."""
    try:
        number = float(given)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be a positive number, got {given!r}") from None
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f"{what} must be a positive finite number, got {number:g}")
    return number


def as_probability(what: str, given: Any) -> float:
    """`given` as one float strictly between 0 and 1."""
    return as_number(what, given, 0.0, 1.0, open_low=True, open_high=True)


def as_count(what: str, given: Any) -> int:
    """`given` as a whole number of at least one."""
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < 1:
        raise ValueError(f"{what} must be a whole number of at least 1, got {given!r}")
    return int(given)


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as a person writes it: `46 x 45`."""
    return " x ".join(map(str, shape)) or "a single number"


def set_fields(instance: Any, **values: Any) -> None:
    """Fill a frozen dataclass's fields once, after checking them."""
    for name, value in values.items():
        object.__setattr__(instance, name, value)
