"""The pages in their teaching order: the one list that the start page, the bar, the server and the tests go by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """A notebook by its name, its title, the question it answers, its part of the story and how long it takes.

    `module` and `function` say what makes its widgets. `brings_files`: readers bring files of their own, which a
    server for others offers only when told to.
    """

    name: str
    title: str
    question: str
    group: str
    minutes: int
    module: str
    function: str
    brings_files: bool = False

    @property
    def number(self) -> str:
        """The two digits its name begins with."""
        return self.name[:2]


def _lesson(
    name: str, title: str, question: str, group: str, minutes: int, place: str, brings_files: bool = False
) -> Lesson:
    module, function = place.split(":")
    return Lesson(name, title, question, group, minutes, f"pegp_lite.pages.lessons.{module}", function, brings_files)


IDEA, METHOD, EVIDENCE, HANDS = "The idea", "The method", "The evidence", "Your hands"
PAGES = (
    _lesson("00_start_here", "Start here", "Three experts, ten looks: who falls?", IDEA, 8, "start.lesson:start_here"),
    _lesson(
        *("01_confidence_bounds", "Confidence bounds", "How sure may a model be?", IDEA, 12),
        "confidence.lesson:confidence_bounds",
    ),
    _lesson(
        *("02_star_and_diamond", "Star and diamond", "When does one point tell experts apart?", IDEA, 12),
        "star.lesson:star_and_diamond",
    ),
    _lesson(
        *("03_the_algorithm", "The algorithm", "Fifteen lines, one run, step by step.", METHOD, 15),
        "algorithm.lesson:the_algorithm",
    ),
    _lesson(
        *("04_regret_bound", "The regret bound", "What does the promise cost, term by term?", METHOD, 18),
        "bound.lesson:regret_bound_page",
    ),
    _lesson(
        *("05_toy_experiment", "The toy experiment", "Does it win, and where does that end?", EVIDENCE, 20),
        "toy.lesson:toy_experiment",
    ),
    _lesson(
        *("06_intel_experiment", "The office", "Which day of March should an office trust?", EVIDENCE, 15),
        "office.lesson:intel_experiment",
    ),
    _lesson(
        *("07_when_it_breaks", "When it breaks", "Which promise fails with which assumption?", EVIDENCE, 15),
        "breaks.lesson:when_it_breaks",
    ),
    _lesson("08_your_turn", "Your turn", "Can you end with less regret?", HANDS, 10, "turn.lesson:your_turn"),
    _lesson(
        *("09_where_each_wins", "Where each wins", "In which settings does each claim hold?", HANDS, 15),
        "regions.lesson:where_each_wins",
    ),
    _lesson(
        *("10_your_own_data", "Your own data", "What would it ask of your sensors?", HANDS, 15),
        *("own.lesson:your_own_data", True),
    ),
)


def listed() -> list[dict[str, object]]:
    """The pages as the templates take them."""
    return [
        {"name": p.name, "number": p.number, "title": p.title, "question": p.question, "group": p.group,
         "minutes": p.minutes}
        for p in PAGES
    ]  # fmt: skip


def grouped() -> list[dict[str, object]]:
    """The parts of the story as the start page takes them: name, minutes, and the pages' names."""
    parts = {group: [page for page in PAGES if page.group == group] for group in (IDEA, METHOD, EVIDENCE, HANDS)}
    return [
        {"name": group, "minutes": sum(page.minutes for page in pages), "pages": [page.name for page in pages]}
        for group, pages in parts.items()
    ]
