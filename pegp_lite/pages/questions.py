"""Every prediction of the pages in one list, for those who count votes: what is asked and among what one chooses.

The list is a file beside this one, written by `make questions` from the lessons themselves; a test compares the two.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("questions.json")


@dataclass(frozen=True)
class Question:
    """One prediction: the page it stands on, its words, its options and which of them comes out."""

    page: str
    words: str
    options: tuple[str, ...]
    right: int


def questions() -> dict[str, Question]:
    """By id: the page's name, a slash, and the prediction's own name on that page."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Question(name.split("/")[0], each["words"], tuple(each["options"]), each["right"])
        for name, each in kept.items()
    }
