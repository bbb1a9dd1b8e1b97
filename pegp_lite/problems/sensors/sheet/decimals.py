"""Numbers as people write them: which mark is the decimal one is proven by the cells, or asked for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from pegp_lite.problems.sensors.errors import DataError, fault

MISSING = frozenset(
    ["", "na", "n/a", "n.a.", "#n/a", "#n/v", "#nv", "nan", "null", "none", "nil", "?", ".", "*", "missing", "k.a.",
     "no data", "nodata", "#value!", "#wert!", "#div/0!", "#ref!", "bad", "err", "error", "\\n", "undefined",
     "unavailable", "unknown", "offline", "k. a.", "n. a.", "(null)", "<null>", "-.--", "--.-",
     *("-" * n for n in range(1, 13))]
)  # fmt: skip
_GROUPED = re.compile(r"([-+]?\d{1,3})((?:[ '’]\d{3})+)(?![\d])")
_THOUSANDS = {mark: re.compile(rf"[-+]?[1-9]\d{{0,2}}(?:{re.escape(mark)}\d{{3}})+") for mark in ".,"}
_UNLIKE = str.maketrans({
    **{"\u2212": "-", "\u2013": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u066b": ".", "\u066c": "'"},
    **{chr(zero + k): str(k) for zero in (0x0660, 0x06F0, 0xFF10) for k in range(10)},  # Arabic, Persian, full width
})  # fmt: skip
_MARKED = re.compile(r"(?P<number>[-+]?\d[\d.,]*)\s?[^\d\s.,+-]{1,3}")


@dataclass(frozen=True)
class Spelling:
    """How numbers are written: the decimal mark ("" where no cell has one) and the marks between thousands."""

    decimal: str
    thousands: tuple[str, ...] = ()

    def value(self, word: str) -> float | None:
        """The number, or None where the word is not one in this spelling."""
        text, grouped = _ungrouped(word)
        decimal = self.decimal or "."
        other = "," if decimal == "." else "."
        if other in text:
            whole, mark, rest = text.partition(decimal)
            if grouped or not _THOUSANDS[other].fullmatch(whole):
                return None
            text = whole.replace(other, "") + mark + rest
        if not text.isascii() or "_" in text:
            return None
        try:
            found = float(text.replace(decimal, "."))
        except ValueError:
            return None
        return found if math.isfinite(found) else None


def looks_like_number(word: str) -> bool:
    """Whether a word is a number in some spelling."""
    return Spelling(".").value(word) is not None or Spelling(",").value(word) is not None


def evidence(word: str) -> tuple[str, bool]:
    """What a word says about the decimal mark: ("." or ",", certain), or ("", True) where it says nothing."""
    text, grouped = _ungrouped(word)
    marks = {mark: text.count(mark) for mark in ".,"}
    if marks["."] and marks[","]:
        last = max(".,", key=text.rfind)
        return (last, True) if marks[last] == 1 else ("", True)
    mark = "." if marks["."] else "," if marks[","] else ""
    if not mark:
        return "", True
    if marks[mark] > 1:
        return ("," if mark == "." else "."), True
    return mark, grouped or not _THOUSANDS[mark].fullmatch(text)


def spelling(source: object, cells: Iterable[tuple[int, str, str]], asked: str | None) -> Spelling:
    """The spelling of all numbers in `cells`, each with its line and column; two at once are refused.

    A point before exactly three digits may be a decimal point or stand between thousands. Where no other
    number settles it, the person must (`--decimal`).
    """
    proofs: dict[str, tuple[int, str, str]] = {}
    doubts: dict[str, tuple[int, str, str]] = {}
    groups: set[str] = set()
    for cell in cells:
        word = cell[2]
        mark, certain = evidence(word)
        if _ungrouped(word)[1]:
            groups.add("'" if "'" in word or "’" in word else " ")
        if mark:
            (proofs if certain else doubts).setdefault(mark, cell)
            groups |= {other for other in ".," if other != mark and other in word}
    if asked is None and len(proofs) == 2:
        (line, column, word), (line2, column2, word2) = sorted(proofs.values())
        raise fault(
            source, line2, column2, f"{word2!r} has another decimal mark than {word!r} in line {line:,}, "
            f'column "{column}"', "", "write all numbers alike, or say which mark is the decimal one with "
            "--decimal . or --decimal ,", "decimal",
        )  # fmt: skip
    if asked is None and doubts and not proofs:
        mark, (line, column, word) = next(iter(doubts.items()))
        as_thousands = word.replace(mark, "")
        other = "," if mark == "." else "."
        raise fault(
            source, line, column, f"{word!r} may be {as_thousands} or {word.replace(mark, '.')}, and no other number "
            "tells", "", f"say --decimal {mark} if the mark is a decimal one, --decimal {other} if it stands "
            "between thousands", "decimal",
        )  # fmt: skip
    decimal = asked or next(iter(proofs), "")
    groups |= {mark for mark in doubts if decimal and mark != decimal}
    return Spelling(decimal, tuple(sorted(groups - {decimal})))


def value_of(source: object, line: int, column: str, word: str, spelled: Spelling) -> float:
    """A cell as a number; any other text is refused with its place."""
    found = spelled.value(word)
    if found is not None:
        return found
    raise refused(source, line, column, word, spelled)


def refused(source: object, line: int, column: str, word: str, spelled: Spelling) -> DataError:
    """The sentence for a cell that is no number."""
    said = "a number was wanted"
    if looks_like_number(word):
        mark = "comma" if (spelled.decimal or ".") == "," else "point"
        return fault(
            source, line, column, f"{said}, with a decimal {mark}", word,
            "write all numbers alike, or say which mark is the decimal one with --decimal", "decimal",
        )  # fmt: skip
    shown = word if len(word) <= 40 else word[:40]
    if set(word) == {"#"}:
        return fault(source, line, column, said, shown, "the column was too narrow when it was saved: widen it")
    if word.startswith("="):
        return fault(source, line, column, said, shown, "save the sheet with values in place of formulas")
    if word[0] + word[-1] == "()" and looks_like_number(word[1:-1]):
        return fault(source, line, column, said, shown, f"if brackets mean less than zero, write -{word[1:-1]}")
    if match := _MARKED.fullmatch(word):
        return fault(
            source, line, column, said, shown, f'write {match["number"]} if what stands behind it may go; if the '
            f'column is no sensor, say --ignore "{column[:40]}"', "ignore",
        )  # fmt: skip
    return fault(
        source, line, column, said, shown,
        f'if it means that nothing was read, say --missing "{shown[:20]}"; if the column is no sensor, say '
        f'--ignore "{column[:40]}"', "missing", "ignore",
    )  # fmt: skip


def _ungrouped(word: str) -> tuple[str, bool]:
    """The word without blanks or apostrophes between thousands, and whether there were any."""
    text = word.strip().translate(_UNLIKE)
    if " " not in text and "'" not in text and "’" not in text:
        return text, False
    if match := _GROUPED.match(text):
        return match[1] + re.sub(r"[ '’]", "", match[2]) + text[match.end() :], True
    return text, False
