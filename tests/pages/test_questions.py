"""The list of questions that a class votes on is the pages' own."""

from __future__ import annotations

import sys

from serving import ROOT

from pegp_lite.pages.pages import PAGES
from pegp_lite.pages.questions import FILE, questions

sys.path.insert(0, str(ROOT / "tools"))


def test_the_list_is_what_the_pages_ask() -> None:
    import collect_questions

    assert FILE.read_text(encoding="utf-8") == collect_questions.written(collect_questions.collected()), (
        "a prediction was changed: run `make questions`"
    )


def test_every_question_can_be_voted_on() -> None:
    for name, question in questions().items():
        assert question.page in {page.name for page in PAGES}, name
        assert 2 <= len(question.options) <= 4, name
        assert 0 <= question.right < len(question.options), name
