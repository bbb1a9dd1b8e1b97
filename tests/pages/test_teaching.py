"""The lecturer's notes: every page has some, they name what is there, and pages show what the documentation says."""

from __future__ import annotations

import re
import sys

from serving import ROOT

from pegp_lite.pages.pages import PAGES

NOTES = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
sys.path.insert(0, str(ROOT / "tools"))


def test_every_page_has_notes_with_an_aim_prompts_and_homework() -> None:
    found = dict(re.findall(r"^### (\d\d) (.*)$", NOTES, flags=re.MULTILINE))
    assert found == {page.number: page.title for page in PAGES}
    for part in re.split(r"^### ", NOTES, flags=re.MULTILINE)[1:]:
        for word in ("**Aim.**", "min.*", "**Students say**", "**Homework:**"):
            if word != "**Students say**" or not part.startswith("07"):
                assert word in part, part[:30]


def test_the_minutes_of_a_class_add_up() -> None:
    for heading, until in (("A class of 50 minutes", 50), ("A class of 90 minutes", 90)):
        table = NOTES.split(f"## {heading}")[1].split("\n## ")[0]
        minutes = [int(minute) for minute in re.findall(r"^\| (\d+) \|", table, flags=re.MULTILINE)]
        assert minutes == sorted(minutes)
        assert minutes[-1] < until


def test_what_the_notes_name_is_there() -> None:
    for name in re.findall(r"`(?:notebooks/code/)?(\d_\w+\.ipynb)`", NOTES):
        assert (ROOT / "notebooks" / "code" / name).exists(), name


def test_the_pages_fetch_the_notes_that_the_documentation_has() -> None:
    import build_figures

    for path, text in build_figures.site().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: run `make js`"
