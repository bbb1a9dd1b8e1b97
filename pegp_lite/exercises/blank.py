"""A blank that somebody fills in: put to use beside the package's own, and answered with a sentence, never a traceback.

A typical mistake is kept as what it would compute, so an answer that computes the same is told which mistake it is.
"""

from __future__ import annotations

import copy
import re
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pegp_lite.checks import shape_text

Trial = Callable[[Any], list[Any]]
CLOSE = 1e-7
OTHER_KIND = "kind of thing"  # what a trial calls something that is not what was asked for


class Slip(NamedTuple):
    """A typical mistake: what would be written `instead`, and the sentence that names it.

    `hint`: the sentence.

    >>> from pegp_lite.exercises.blank import Slip
    >>> Slip(lambda x: x**2, "that squares.").hint
    'that squares.'
    """

    instead: Any
    hint: str


class Reply(NamedTuple):
    """What a student is told.

    `right`: whether it was. `text`: the sentence.

    >>> from pegp_lite.exercises.blank import Reply
    >>> Reply(True, "Right.").right
    True
    """

    right: bool
    text: str


@dataclass(frozen=True)
class Blank:
    """Something to be written: `right` is the package's, `trial` puts an answer to use and returns what came out.

    `name`: what is asked for. `hint`: where to look. `slips`: typical mistakes. `praise`: said when it is right.

    >>> from pegp_lite.exercises.blank import Blank, Slip, calling
    >>> double = Blank("double", lambda x: 2 * x, calling((3,)), "Twice x.", [Slip(lambda x: x**2, "that squares.")])
    >>> double.look_at(lambda x: x * x).text.splitlines()[0]
    'Not yet, double: that squares.'
    """

    name: str
    right: Any
    trial: Trial
    hint: str
    slips: Sequence[Slip]
    praise: str = ""

    def __call__(self, answer: Any) -> Any:
        """Print the reply; return the answer if it is right, else the package's, so that the notebook can go on."""
        reply = self.look_at(answer)
        print(reply.text)
        return answer if reply.right else self.right

    def look_at(self, answer: Any) -> Reply:
        """Whether the answer does what the package does; if not, what is wrong and where to look."""
        if answer is ...:
            return self._not_yet("the blank is still empty. " + self.hint)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            wanted = self.trial(self.right)
            try:
                got = self.trial(answer)
            except (Exception, SystemExit) as error:  # whatever a student's code may raise
                return self._not_yet(f"it stopped with {_told(error)}. {self.hint}")
            if _same(got, wanted):
                return Reply(True, f"Right, {self.name}: {self.praise or 'the same as the package.'}")
            named = next((slip.hint for slip in self.slips if self._is(slip, got)), None)
        if named is not None:
            return self._not_yet(named)
        return self._not_yet(f"{_apart(got, wanted)} {self.hint}")

    def _is(self, slip: Slip, got: Any) -> bool:
        try:
            return _same(got, self.trial(slip.instead))
        except Exception:  # a slip that cannot be tried here is not the one
            return False

    def _not_yet(self, why: str) -> Reply:
        return Reply(False, f"Not yet, {self.name}: {why}\n(The cells below go on with the package's own.)")


def other_kind(thing: Any, wanted: str) -> Any:
    """What a trial says of a `thing` that is not `wanted` (named with its article): its kind, in words.

    >>> from pegp_lite.exercises.blank import other_kind
    >>> other_kind("greenhouse.json", "a Campaign")
    {'kind of thing': 'a str where a Campaign was wanted'}
    """
    if thing is None or thing is ...:
        return None
    what = _short(thing) if callable(thing) else f"a {type(thing).__name__}"
    return {OTHER_KIND: f"{what} where {wanted} was wanted"}


def calling(*arguments: tuple[Any, ...]) -> Trial:
    """A trial that calls the answer with each of `arguments`, copied, so that no call can spoil the next.

    >>> from pegp_lite.exercises.blank import calling
    >>> calling((1, 2), (3, 4))(lambda a, b: a + b)
    [3, 7]
    """
    return lambda answer: [answer(*copy.deepcopy(each)) for each in arguments]


def _same(one: Any, other: Any) -> bool:
    """Equal, numbers within `CLOSE` and arrays also in shape; a list is as good as an array or a tuple."""
    if isinstance(one, dict) or isinstance(other, dict):
        return type(one) is type(other) and list(one) == list(other) and _same([*one.values()], [*other.values()])
    if _is_numeric(one) and _is_numeric(other):
        a, b = np.asarray(one), np.asarray(other)
        kinds = (a.dtype.kind == "b") == (b.dtype.kind == "b")
        return kinds and a.shape == b.shape and bool(np.allclose(a, b, rtol=CLOSE, atol=CLOSE, equal_nan=True))
    one, other = (each.tolist() if isinstance(each, np.ndarray) else each for each in (one, other))  # of words, say
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other)


def _apart(got: Sequence[Any], wanted: Sequence[Any]) -> str:
    """The first thing that differs, in words."""
    one, other = next(pair for pair in zip(got, wanted, strict=True) if not _same(*pair))
    if one is None or one is ...:
        return "it gives nothing back yet; is the blank filled, and is there a `return`?"
    if isinstance(one, dict) and isinstance(other, dict):
        if OTHER_KIND in one:
            return f"it gives {one[OTHER_KIND]}."
        word = next(word for word in other if word not in one or not _same(one[word], other[word]))
        return f"look at the {word}: {_apart([one.get(word, 'nothing')], [other[word]])}"
    if _kind(one) == "c":
        return "it gives complex numbers: a root of something negative?"
    if not _is_numeric(one) or not _is_numeric(other):
        return f"it gives {_short(one)} where {_short(other)} was wanted."
    a, b = np.asarray(one), np.asarray(other)
    if a.shape != b.shape:
        return f"it gives {_sized(a)} where {_sized(b)} was wanted."
    if (a.dtype.kind == "b") != (b.dtype.kind == "b"):
        return f"it gives {_sized(a)} where {_sized(b)}{', True or False,' if b.dtype.kind == 'b' else ''} was wanted."
    if np.isnan(a).any() and not np.isnan(b).any():
        return "it gives NaN, which no number can be compared with: a root of something negative?"
    gap = np.abs(a.astype(float) - b.astype(float))
    where = np.unravel_index(int(np.argmax(gap)), gap.shape)
    place = f" at place {', '.join(map(str, map(int, where)))}" if gap.shape else ""
    seen, right = (str(each[where]) if each.dtype.kind == "b" else f"{each[where]:.4g}" for each in (a, b))
    return f"it gives {seen}{place} where {right} was wanted."


def _sized(array: Any) -> str:
    what = "boolean" if array.dtype.kind == "b" else "number"
    return f"{shape_text(array.shape)} {what}{'' if array.shape == (1,) else 's'}" if array.shape else f"one {what}"


def _is_numeric(value: Any) -> bool:
    return _kind(value) in "biuf"


def _kind(value: Any) -> str:
    """The letter numpy has for what an answer holds: "f" numbers, "b" booleans, "c" complex ones, "O" anything."""
    try:
        return np.asarray(value).dtype.kind
    except ValueError:  # ragged
        return "O"


def _short(value: Any) -> str:
    if callable(value):
        return f"`{getattr(value, '__name__', type(value).__name__)}` itself (are its brackets missing?)"
    if isinstance(value, Iterator):
        return f"a {type(value).__name__}, which holds nothing yet (make a list of it)"
    with np.printoptions(legacy="1.25"):  # 3.0 and not np.float64(3.0)
        return _cut(repr(value), 90)


def _cut(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 3] + "..."


def _told(error: BaseException) -> str:
    """An error in a line, with the line of the student's cell it comes from."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if "pegp_lite" not in frame.filename]
    cell = [frame for frame in own if "ipykernel" in frame.filename or frame.filename.startswith("<")]
    at = f" in line {cell[-1].lineno} of its cell" if cell else ""
    return f"{type(error).__name__}{at}: {_plain(error)}"


def _plain(error: BaseException) -> str:
    """What an error says, in words for who has not met it before."""
    words = _cut(str(error).replace("<locals>.", ""), 240).rstrip(". ")
    if isinstance(error, TypeError) and ("bitwise_xor" in words or " for ^" in words):
        return "`^` is no power in Python, `**` is"
    if any(sign in words for sign in ("'ellipsis'", "ellipsis object", "got ellipsis", "dtype('O')")):
        return f"a `...` is still in it ({words})"
    if "core dimension" in words:
        sizes = re.search(r"size (\d+) is different from (\d+)", words)
        return f"the two sides of `@` do not fit, {sizes[2]} and {sizes[1]}" if sizes else words
    if "truth value of an array" in words:
        return "`if`, `and`, `or`, `not`, `min` and `max` want one boolean, not an array: `&`, `|`, `~`, `np.where`"
    if "only integers, slices" in words:
        return "an index is a whole number (a point goes by its number, not by its place)"
    if "object is not callable" in words:
        return f"{words}; perhaps a `*` is missing before a bracket, or a bracket is too many"
    if isinstance(error, NameError) and hasattr(np, str(error.name)):
        return f"{words}, `np.{error.name}` is"
    if isinstance(error, TypeError) and ("'list'" in words and "operand" in words):
        return f"{words}; one does not calculate with a list: `np.array(...)` makes an array of it, `sum` a number"
    return words
