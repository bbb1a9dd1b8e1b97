"""How an answer is looked at, whatever it is."""

from __future__ import annotations

import numpy as np
import pytest

from pegp_lite.exercises.blank import Blank, Slip, calling

DOUBLE = Blank(
    "double",
    lambda x: 2 * x,
    calling((np.array([1.0, 2.0]),), (np.array([3.0, -1.0]),)),
    "Multiply by two.",
    (Slip(lambda x: x + 2, "that adds."), Slip(lambda x: x**2, "that squares.")),
)


def spoil(x):
    x *= 2
    return x


@pytest.mark.parametrize("answer", [lambda x: x + x, lambda x: [2 * each for each in x], spoil])
def test_whatever_computes_the_same_is_right(answer):
    assert DOUBLE.look_at(answer).right


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x: x + 2, "that adds."),
        (lambda x: x * x, "that squares."),
        (lambda x: None, "it gives nothing back yet"),
        (..., "the blank is still empty"),
        (lambda x: 1 / 0, "it stopped with ZeroDivisionError"),
        (lambda x: x[0], "one number where 2 numbers was wanted"),
        (lambda x: 3 * x, "it gives 6 at place 1 where 4 was wanted."),
        (lambda x: np.sqrt(x - 9), "NaN"),
        (lambda x: x > 0, "booleans"),
        (lambda x: "two", "it gives 'two' where"),
        (3, "TypeError"),
    ],
)
def test_a_wrong_answer_is_told_what_is_wrong(answer, words):
    reply = DOUBLE.look_at(answer)
    assert not reply.right
    assert words in reply.text


def test_a_wrong_answer_is_replaced_so_that_the_notebook_goes_on(capsys: pytest.CaptureFixture[str]):
    assert DOUBLE(lambda x: x)(4) == 8
    assert "Not yet, double" in capsys.readouterr().out

    def own(x):
        return x * 2

    assert DOUBLE(own) is own
    assert "Right, double" in capsys.readouterr().out
