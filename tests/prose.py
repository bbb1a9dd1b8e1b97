"""The numbers that stand in the prose of the notebooks, and those that are names: line 12, 14 March, page 05."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_plus

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ONES += ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
SMALL = {"a": 1} | {word: k for k, word in enumerate(ONES)} | TENS
LARGE = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
COUNTED = rf"(?:(?:{'|'.join(SMALL)}) )?(?:{'|'.join(LARGE)})|{'|'.join([*ONES[11:], *TENS])}"  # up to ten are words
NUMBER = re.compile(rf"(?<![\w.])[−-]?\d[\d,]*(?:\.\d+)?(?:e[+-]\d+)?(?!\w)%?|\b(?:{COUNTED})\b", re.IGNORECASE)
FORMULA = re.compile(r"\$\$.*?\$\$|\$([^$]*)\$", re.DOTALL)
SETTING = re.compile(r"\[([^\]]*)\]\(#(?:set|only)\?([^)]*)\)")
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
NAMES = re.compile(
    r"(?:theorem|lemma|corollary|lines?|pages?|priors?|experts?|claims?|games?|looks?)"
    r" \d+(?:\.\d+)?(?!\.?\d|%)(?:(?:, | and | to )\d+(?![\d.]*%|\.\d))*"
    rf"|\d+(?: and \d+)? (?:{MONTHS})|(?:{MONTHS}) \d{{4}}|\([A-Z][a-z]+(?: and \w+)?, \d{{4}}\)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Number:
    """A number as it is written: what it says and the unit of its last digit."""

    start: int
    written: str

    @property
    def value(self) -> float:
        """What it says; a percentage is a share."""
        words = self.written.lower().split()
        if words[-1] in SMALL | LARGE:
            first, *rest = words
            return float((SMALL | LARGE)[first] * (LARGE[rest[0]] if rest else 1))
        plain = self.written.replace(",", "").replace("−", "-").rstrip("%")
        return float(plain) / (100 if self.written.endswith("%") else 1)

    @property
    def unit(self) -> float:
        """By how much it could differ and still be written so."""
        _, _, decimals = self.written.rstrip("%").partition(".")
        return 10.0 ** -len(decimals) / (100 if self.written.endswith("%") else 1)


def numbers_of(text: str) -> list[Number]:
    """Every number in a text."""
    return [Number(found.start(), found[0].rstrip(",")) for found in NUMBER.finditer(text)]


def prose_of(name: str) -> str:
    """What a notebook says, without code and formulas; a phrase that sets just the number it says is not a claim."""
    cells = json.loads((FOLDER / name).read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    text = SETTING.sub(_said_of_a_setting, text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"`[^`]*`", " ", FORMULA.sub(_set_value, text))
    return " ".join(re.sub(r"[*|$\[\]]", " ", text).split())


def _set_value(formula: re.Match[str]) -> str:
    """Formulas are tested as such; "ε = 0.05" is a number like any other."""
    return formula[1] if formula[1] and re.fullmatch(r"\\?\w+ = [\d.]+", formula[1]) else " "


def _said_of_a_setting(link: re.Match[str]) -> str:
    query = re.sub(r"[=&]", " ", unquote_plus(link[2]))
    set_to = {number.value for words in (query, query.replace("+", " ")) for number in numbers_of(words)}
    return NUMBER.sub(lambda found: "…" if Number(0, found[0].rstrip(",")).value in set_to else found[0], link[1])


def claimed_nowhere(text: str, snippets: list[str]) -> list[str]:
    """The numbers of a text that are neither names nor in one of these snippets, each with its surroundings."""
    known = [(found.start(), found.end()) for found in NAMES.finditer(text)]
    for snippet in snippets:
        known += [(found.start(), found.end()) for found in re.finditer(re.escape(snippet), text)]
    return [
        f"{number.written!r} in “…{text[max(0, number.start - 40) : number.start + 40]}…”"
        for number in numbers_of(text)
        if not any(start <= number.start < end for start, end in known)
    ]


def phrases_of(name: str) -> dict[str, str]:
    """The phrases of a notebook that set the figure, and what each sets."""
    cells = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return dict(SETTING.findall("".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")))
