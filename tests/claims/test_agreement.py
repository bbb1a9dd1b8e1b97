"""README, ledger and pages say the same of the claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pegp_lite.claims import real_outcome
from pegp_lite.claims.entries import percent
from pegp_lite.claims.ledger import SEEDS, THEORY, Job, Look, look, toy_entries
from pegp_lite.claims.theory_claims import theory_finding
from pegp_lite.claims.verdicts import FAILS
from pegp_lite.pages.lessons.office.model import recorded
from pegp_lite.pages.lessons.toy.model import Settings, played

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE = {row[0]: row[2:] for row in (re.split(r" *\| *", line)[1:-1] for line in README.splitlines()) if row[:1] != []}


@pytest.fixture(scope="module")
def toy_look() -> Look:
    return look(Job("toy", "", SEEDS, 0))


def test_the_readme_s_table_is_the_ledger_s_on_the_toy(toy_look: Look) -> None:
    for entry in toy_entries(toy_look):
        assert entry.paper is not None
        share = percent(entry.mapped["holds"] / sum(entry.mapped.values()))
        assert TABLE[entry.key] == [entry.word, entry.paper.verdict, share], entry.key


def test_the_readme_s_table_is_the_record_s_on_the_office() -> None:
    for claim in real_outcome()["claims"]:
        assert TABLE[claim["key"]] == [claim["verdict"], claim["paper_view"]["verdict"], ""], claim["key"]
        assert recorded(claim["key"]) == claim["verdict"]  # page 06
    lowest = next(claim for claim in real_outcome()["claims"] if claim["key"] == "6")["variants"]
    assert {v for name, v in lowest.items() if name.startswith("one forgetting rate")} == {FAILS}


def test_page_05_at_its_first_settings_is_the_paper_s_view(toy_look: Look) -> None:
    shown = played(Settings()).findings
    assert [(f.claim.key, f.verdict) for f in shown] == [(f.claim.key, f.verdict) for f in toy_look.paper]
    text = " ".join((ROOT / "notebooks" / "05_toy_experiment.ipynb").read_text(encoding="utf-8").split())
    verdicts = {f.claim.key: f.verdict for f in toy_look.decides}
    assert "and claim 1 holds" in text
    assert verdicts["1"] == "holds"
    assert "claim 2, cannot be told even then" in text
    assert verdicts["2"] == "cannot be told"


def test_of_the_theory_nothing_is_exceeded_or_broken() -> None:
    assert "nothing was found exceeded or broken" in README
    for key in THEORY:
        assert theory_finding(key, 40).verdict != FAILS, key
