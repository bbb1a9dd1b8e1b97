"""Policies in pictures: the line of each in its own hue, dash and marker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import numpy as np

from pegp_lite.bandit.looks import Face
from pegp_lite.figures.marks import Band, Line, Mark, Marker

DASHES: dict[str, tuple[float, ...]] = {
    "solid": (), "dash": (8, 3), "dashdot": (9, 3, 2, 3), "dot": (2.5, 2.5), "long": (14, 5),
    "dashdotdot": (9, 3, 2, 3, 2, 3),
}  # fmt: skip


def marker_of(face: Face) -> Marker:
    """The marker of a policy as pictures draw it."""
    return cast(Marker, "" if face.look.marker == "none" else face.look.marker)


def curve(face: Face, x: Any, mean: Any, error: Any = (), *, every: int = 25, label: bool = True) -> list[Mark]:
    """A policy's mean over the games with a band of one standard error, named at its end."""
    mean, error = np.asarray(mean, dtype=float), np.asarray(error, dtype=float)
    hero, hue = face.look.hero, face.look.hue
    marks: list[Mark] = []
    if error.size and np.isfinite(error).any():
        marks.append(Band(x=x, low=mean - error, high=mean + error, color=hue, edge=False, name=face.label))
    marks.append(
        Line(x=x, y=mean, spread=error if error.size and np.isfinite(error).all() else (), color=hue,
             width=3.2 if hero else 2.2, dash=DASHES[face.look.dash], marker=marker_of(face), every=every,
             name=face.label, label=face.label if label else "", bold=hero)
    )  # fmt: skip
    return marks


def axis_top(values: Iterable[float], tops: tuple[float, ...] = (20, 50, 100, 150, 200, 300, 500, 1000, 2000)) -> float:
    """Where an axis ends that must hold these values: one of a few tops, so that it rarely jumps."""
    reached = max((value for value in values if np.isfinite(value)), default=0.0)
    return next((top for top in tops if reached <= top), float(2 * reached))
