"""What policies are called and how they look: said in one place, and never twice alike in a figure."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegp_lite import KnownPrior, Policy, PriorElimination, RegretBalancing
from pegp_lite.bandit import looks
from pegp_lite.bandit.looks import Look, faces, label_of, look_of
from pegp_lite.study.compare import SIX


@dataclass(frozen=True)
class Nameless(Policy):
    """Says nothing of itself."""


@dataclass(frozen=True)
class Heir(PriorElimination):
    """Inherits everything."""


@dataclass(frozen=True)
class Told(Policy):
    """Says all of itself."""

    name = "told its look"
    look = Look("spare1", "left", "long")


class Outsider:
    """Not even a subclass, with a name of its own."""

    def __init__(self, name: str) -> None:
        self.name = name


def test_the_designs_markers() -> None:
    markers = {kind.name: kind.look.marker for kind in SIX}
    assert markers == {
        "PE-GP-UCB": "circle",
        "maximum likelihood": "square",
        "fully Bayesian": "triangle",
        "regret balancing": "hourglass",
        "known prior": "none",
        "random": "plus",
    }
    assert KnownPrior.look.dash == "solid"
    assert [kind for kind in SIX if kind.look.hero] == [PriorElimination]


def test_a_policy_says_its_label_itself_and_one_without_a_name_goes_by_its_class() -> None:
    assert label_of(PriorElimination()) == "PE-GP-UCB"
    assert label_of(Nameless()) == "Nameless"
    assert label_of(Heir()) == "Heir"
    assert label_of(Outsider("abroad")) == "abroad"
    assert label_of(Outsider(" ")) == "Outsider"
    assert look_of(Told()) == Told.look
    assert look_of(Heir()) is None


def test_a_class_is_known_by_its_name_alone() -> None:
    assert faces(["Told"])["Told"] == ("told its look", Told.look)
    assert faces(["PriorElimination"])["PriorElimination"] == ("PE-GP-UCB", PriorElimination.look)


def test_one_whose_code_is_not_at_hand_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "_registered", dict(looks._registered))
    look = Look("spare2", "pentagon", "dot")
    looks.register("SentByMail", "from a friend", look)
    assert faces(["SentByMail"])["SentByMail"] == ("from a friend", look)


def test_a_name_given_in_a_comparison_is_the_label() -> None:
    found = faces({"upper": RegretBalancing(rule="upper"), "RegretBalancing": RegretBalancing()})
    assert [face.label for face in found.values()] == ["upper", "regret balancing"]
    assert found["upper"].look == RegretBalancing.look  # the first has it
    assert found["RegretBalancing"].look != RegretBalancing.look


def test_two_that_call_themselves_alike_are_told_apart() -> None:
    found = faces({"PriorElimination": PriorElimination(), "Outsider": Outsider("PE-GP-UCB")})
    assert [face.label for face in found.values()] == ["PE-GP-UCB", "PE-GP-UCB (Outsider)"]


@given(st.lists(st.sampled_from([*(kind.__name__ for kind in SIX), *"abcdefghijklmnop"]), unique=True))
def test_no_two_of_one_figure_look_alike(names: list[str]) -> None:
    found = [face.look for face in faces(names).values()]
    assert len({(look.hue, look.marker, look.dash) for look in found}) == len(found)
    if len(found) <= 6 + len(looks.SPARE_HUES):
        strangers = [face.look for key, face in faces(names).items() if len(key) == 1]
        if len(strangers) <= 3:
            assert len({look.hue for look in found}) == len({look.marker for look in found}) == len(found)


@pytest.mark.parametrize(
    ("parts", "wrong"),
    [(("orange", "circle", "dash"), "hue"), (("pe", "star", "dash"), "marker"), (("pe", "circle", ":"), "dash")],
)
def test_a_look_of_unknown_words_says_which_there_are(parts: tuple[str, str, str], wrong: str) -> None:
    with pytest.raises(ValueError, match=rf"{wrong} must be one of .*, got"):
        Look(*parts)
