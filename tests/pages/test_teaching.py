"""The lecturer's notes: every page has some, they name what is there, and pages show what the documentation says."""

from __future__ import annotations

import re
import sys

from serving import ROOT

from pegp_lite.claims.atlas import the_map
from pegp_lite.pages.lessons.bound.lesson import regret_bound_page
from pegp_lite.pages.lessons.breaks.lesson import when_it_breaks
from pegp_lite.pages.lessons.confidence.lesson import confidence_bounds
from pegp_lite.pages.lessons.start.lesson import start_here
from pegp_lite.pages.lessons.turn.match import usual_ends
from pegp_lite.pages.pages import PAGES

NOTES = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
sys.path.insert(0, str(ROOT / "tools"))


def test_every_page_has_notes_with_an_aim_prompts_and_homework() -> None:
    found = dict(re.findall(r"^### (\d\d) (.*)$", NOTES, flags=re.MULTILINE))
    assert found == {page.number: page.title for page in PAGES}
    for part in re.split(r"^### ", NOTES, flags=re.MULTILINE)[1:]:
        for word in ("**Aim.**", "min.*", "**Students say**", "**Homework:**"):
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


def test_the_buttons_and_keys_that_the_notes_name_are_there() -> None:
    template = ROOT / "pegp_lite" / "pages" / "share" / "jupyter" / "voila" / "templates" / "pegp"
    desk = (template / "desk.html").read_text() + (template / "static" / "desk.js").read_text()
    for button in ("Project it", "Project the scores", "Reveal", "Vote again", "Clear", "Show to all", "Forget all"):
        assert f"*{button}*" in NOTES
        assert re.search(rf'[">]{button}\b', desk), f"the desk has no {button}"
    script = (ROOT / "pegp_lite" / "pages" / "js" / "present.js").read_text()
    known = set(re.findall(r'\["([A-Z?])", "', script))
    assert set(re.findall(r"\*\*([A-Z?])\*\*", NOTES)) - known == {"P"}
    card = (ROOT / "pegp_lite" / "pages" / "js" / "votes.js").read_text()
    assert '"Reveal to all"' in card
    assert "*Reveal to all*" in NOTES


def numbers_of_the_pages() -> dict[str, list[str]]:
    """What the notes say in numbers, by page, as the pages work it out now."""
    start, breaks = start_here(), when_it_breaks()
    start.prediction.commit(0)
    first = re.findall(r"missed by ([\d.]+) at look 1.*?: ([\d.]+) were allowed", start.prediction.card["reply"])
    promised = re.findall(r"middle expected ([\d.]+)", start.page.said_at(looks=3))
    bound = re.findall(r"regret is ([\d.]+) and the bound (\d+)", regret_bound_page().page.said_at())
    noisy = breaks.page.said_at(broken="wrong noise level", strength=5)
    left = re.findall(r"band in (\d+), and the true prior was thrown out in 1\.", noisy)
    ends = usual_ends("still")
    known = [ends[name] for name in ("FullyBayesian", "MaximumLikelihood", "PriorElimination")]
    best = the_map().most_claims()
    most = sum(len(cell.holding) == best for cell in the_map())
    return {
        "00": [*first[0], *promised],
        "01": re.findall(r"^2σ holds (\d+%)", confidence_bounds().page.said_at()),
        "04": list(bound[0]),
        "07": [f"{loud} times the noise" for loud in re.findall(r"noise is ([\d.]+) times", noisy)]
        + [f"in {each} of 20 games" for each in left],
        "08": [f"{number:.1f}" for each in known for number in (each.mean(), each.max())],
        "09": [f"in {most} of {len(the_map()):,}"],
    }


def test_numbers_in_the_notes_are_the_pages_own() -> None:
    parts = re.split(r"### (\d\d) .*\n", NOTES)[1:]
    notes = {number: " ".join(words.split()) for number, words in zip(parts[::2], parts[1::2], strict=True)}
    for page, numbers in numbers_of_the_pages().items():
        assert numbers, page
        assert [number for number in numbers if number not in notes[page]] == [], page


def test_the_pages_fetch_the_notes_that_the_documentation_has() -> None:
    import build_figures

    for path, text in build_figures.site().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: run `make js`"
