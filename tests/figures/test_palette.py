"""The colours can be told apart from white and from each other, also by eyes that lack a kind of cone."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pegp_lite.bandit import looks
from pegp_lite.figures import policy_look, prior_look
from pegp_lite.figures.style import HUES, PRIOR_COLORS, TRUTH, policy_looks
from pegp_lite.study.compare import SIX

POLICIES = {kind.__name__: policy_look(kind.__name__) for kind in SIX}
APART = 20.0  # CIELAB distance (1976); about 2 is the least that can be seen side by side
# Machado, Oliveira and Fernandes (2009), severity 1, in linear RGB.
EYES = {
    "normal": np.eye(3),
    "no red cones": [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
    ],
    "no green cones": [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
    ],
    "no blue cones": [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
    ],
}  # fmt: skip
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(color: str) -> np.ndarray:
    value = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    share = XYZ @ np.clip(rgb, 0, 1) / XYZ.sum(axis=1)
    root = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def contrast_with_white(color: str) -> float:
    return 1.05 / (float(XYZ[1] @ linear(color)) + 0.05)


def test_the_simulation_knows_white_and_grey() -> None:
    assert lab(linear("#FFFFFF")) == pytest.approx([100, 0, 0], abs=0.02)
    for eye in EYES.values():
        assert lab(np.asarray(eye) @ linear("#808080")) == pytest.approx(lab(linear("#808080")), abs=0.1)


@pytest.mark.parametrize("eye", list(EYES))
@pytest.mark.parametrize(
    "colors",
    [
        pytest.param([look.color for look in POLICIES.values()], id="policies"),
        pytest.param([*PRIOR_COLORS, TRUTH], id="priors"),
    ],
)
def test_colours_are_far_apart(eye: str, colors: list[str]) -> None:
    seen = {color: lab(np.asarray(EYES[eye]) @ linear(color)) for color in colors}
    near = {pair: np.linalg.norm(seen[pair[0]] - seen[pair[1]]) for pair in combinations(colors, 2)}
    assert min(near.values()) >= APART, min(near, key=lambda pair: near[pair])


def test_colours_stand_out_from_white() -> None:
    assert all(contrast_with_white(look.color) >= 4.5 for look in POLICIES.values())
    assert all(contrast_with_white(color) >= 3 for color in PRIOR_COLORS)


def test_policies_differ_without_any_colour() -> None:
    looks = list(POLICIES.values())
    assert len({str(look.marker) for look in looks}) == len(looks)
    assert len({(look.linestyle, look.width) for look in looks}) == len(looks)
    bars = [look.hatch for look in looks if look.label != "known prior"]  # which has no bar: it was told
    assert len(set(bars)) == len(bars)
    assert max(looks, key=lambda look: look.width).label == "PE-GP-UCB"


def test_every_hue_of_a_look_has_a_colour_and_stands_out_from_white() -> None:
    assert set(HUES) == set(looks.HUES)
    assert all(contrast_with_white(color) >= 4.5 for color in HUES.values())


def test_an_unknown_policy_looks_the_same_every_time_and_like_nobody_else() -> None:
    assert policy_look("Mine") == policy_look("Mine")
    assert policy_look("Mine").label == "Mine"
    drawn = policy_looks([*POLICIES, "Mine", "Yours"])
    assert len({(look.color, str(look.marker)) for look in drawn}) == len(drawn)


def test_the_true_prior_is_black_solid_and_thick() -> None:
    true, other = prior_look(3, "a", true=True), prior_look(3, "a")
    assert (true.color, true.linestyle, true.label) == (TRUTH, "-", "a (true)")
    assert true.width > other.width
    assert other.linestyle != "-"
