"""The colours can be told apart from white and from each other, also by eyes that lack a kind of cone."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import numpy as np
import pytest

from pegp_lite.bandit.looks import DASHES, HUES, MARKERS, Look, faces
from pegp_lite.bandit.players import OURS
from pegp_lite.figures.curves import DASHES as STROKES
from pegp_lite.figures.curves import curve
from pegp_lite.figures.marks import Line, Marker, Points
from pegp_lite.figures.palette import DARK, EXPERTS, LIGHT, expert
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.render.matplotlib import svg
from pegp_lite.study.compare import SIX

OUR_SIX = [kind.look.hue for kind in SIX]
GROUNDS = {"light": LIGHT, "dark": DARK}
APART, IN_THE_DARK = 20.0, 18.0  # CIELAB distance (1976); about 2 is the least that can be seen side by side
SPARED = 15.0  # the same with the hues for everybody else's policies
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


def contrast(one: str, other: str) -> float:
    lights = [float(XYZ[1] @ linear(color)) + 0.05 for color in (one, other)]
    return max(lights) / min(lights)


def test_the_simulation_knows_white_and_grey() -> None:
    assert lab(linear("#FFFFFF")) == pytest.approx([100, 0, 0], abs=0.02)
    for eye in EYES.values():
        assert lab(np.asarray(eye) @ linear("#808080")) == pytest.approx(lab(linear("#808080")), abs=0.1)


@pytest.mark.parametrize("eye", list(EYES))
@pytest.mark.parametrize("ground", list(GROUNDS))
@pytest.mark.parametrize(
    ("roles", "apart"),
    [
        pytest.param(OUR_SIX, APART, id="policies"),
        pytest.param(HUES, SPARED, id="everybody's policies"),
        pytest.param([*EXPERTS, "truth"], APART, id="priors"),
    ],
)
def test_colours_are_far_apart(eye: str, ground: str, roles: list[str], apart: float) -> None:
    seen = {role: lab(np.asarray(EYES[eye]) @ linear(GROUNDS[ground][role])) for role in roles}
    near = {pair: np.linalg.norm(seen[pair[0]] - seen[pair[1]]) for pair in combinations(roles, 2)}
    wanted = min(apart, IN_THE_DARK) if ground == "dark" else apart
    assert min(near.values()) >= wanted, min(near, key=lambda pair: near[pair])


@pytest.mark.parametrize("ground", list(GROUNDS))
def test_colours_stand_out_from_their_ground(ground: str) -> None:
    colors = GROUNDS[ground]
    assert all(contrast(colors[hue], colors["plate"]) >= 4.5 for hue in HUES)
    assert all(contrast(colors[role], colors["plate"]) >= 3 for role in EXPERTS)
    assert all(contrast(colors[f"{role}t"], colors["plate"]) >= 4.5 for role in EXPERTS)


def test_policies_differ_without_any_colour() -> None:
    looks = [kind.look for kind in SIX]
    assert len({look.marker for look in looks}) == len(looks)
    lines = [
        next(m for m in curve(face, [0, 1], [0, 1]) if isinstance(m, Line))
        for face in faces({name: kind() for name, kind in OURS.items()}).values()
    ]
    assert len({(line.dash, line.width, line.marker) for line in lines}) == len(lines)
    assert max(lines, key=lambda line: line.width).name == "PE-GP-UCB"


def test_every_look_that_can_be_asked_for_can_be_drawn() -> None:
    """Each hue has a colour on both grounds, each dash its strokes, each marker its glyph."""
    assert set(HUES) <= set(LIGHT)
    assert set(HUES) <= set(DARK)
    assert set(DASHES) == set(STROKES)
    assert {marker for marker in MARKERS if marker != "none"} < set(get_args(Marker))
    for marker in get_args(Marker)[1:]:
        points = Points(x=[0.5], y=[0.5], marker=marker)
        alone = Picture(panels=(Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(points,)),), sentence="")
        assert b"<path" in svg(alone)


def test_an_unknown_policy_looks_the_same_every_time_and_like_nobody_else() -> None:
    kinds = [kind.__name__ for kind in SIX]
    found = faces([*kinds, "Mine", "Yours"])
    assert faces([*kinds, "Mine", "Yours"]) == found
    assert found["Mine"].label == "Mine"
    assert len({(face.look.hue, face.look.marker) for face in found.values()}) == len(found)
    assert isinstance(found["Mine"].look, Look)


def test_the_true_prior_is_the_truth_s_and_no_other_is() -> None:
    assert expert(3, true=True) == "truth"
    assert "truth" not in {expert(k) for k in range(20)}
