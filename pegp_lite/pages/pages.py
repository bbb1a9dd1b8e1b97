"""The pages in their teaching order: the one list that tests, the start page and the screenshots go by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """A notebook by its name, its title, and the function that makes its widgets."""

    name: str
    title: str
    module: str
    function: str


PAGES = (
    Lesson("00_start_here", "Start here", "pegp_lite.pages.lessons.start.page", "start_here"),
    Lesson("01_confidence_bounds", "Confidence bounds", "pegp_lite.pages.lessons.confidence.page", "confidence_bounds"),
    Lesson("02_star_and_diamond", "Star and diamond", "pegp_lite.pages.lessons.star.page", "star_and_diamond"),
    Lesson("03_the_algorithm", "The algorithm", "pegp_lite.pages.lessons.algorithm.page", "the_algorithm"),
    Lesson("04_regret_bound", "The regret bound", "pegp_lite.pages.lessons.bound.page", "regret_bound_page"),
    Lesson("05_toy_experiment", "The toy experiment", "pegp_lite.pages.lessons.toy.page", "toy_experiment"),
    Lesson("06_intel_experiment", "The office", "pegp_lite.pages.lessons.office.page", "intel_experiment"),
    Lesson("07_when_it_breaks", "When it breaks", "pegp_lite.pages.lessons.breaks.page", "when_it_breaks"),
)
