"""Whom each policy trusted how often: a panel of bars for pages and files, and the sentence that says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pegp_lite.bandit.looks import Face
from pegp_lite.figures.limits import widened
from pegp_lite.figures.marks import Bars, Mark, Points, Text
from pegp_lite.figures.picture import Axis, Panel
from pegp_lite.figures.words import called, percent

APART = 0.145  # of 100%, between the names of two policies


def trust_panel(
    shares: Mapping[Face, Any],
    names: Sequence[str],
    labels: Sequence[str],
    *,
    at: Sequence[int] | None = None,
    true: int | None = None,
    what: str = "prior",
    note: str = "share of steps",
    flat: bool = False,
) -> Panel:
    """A group of bars a prior, in it a bar a policy; the true prior's place is shaded.

    `shares`: of the steps on each prior, (P,) a policy. `names` (P,): of the priors in words; `labels`: of all places
    of the axis, and `at` (P,) which of them the priors have, by default all. `what` the labels are. Upright bars have
    the policies named in a corner, for a page's small panel; `flat` ones each at its longest bar, and names of any
    length beside them.
    """
    places, count = np.arange(len(labels)) if at is None else np.asarray(at), len(labels)
    wide = 0.78 / max(1, len(shares))
    bars = [] if true is None else [Bars(x0=[true - 0.5], x1=[true + 0.5], y0=[0], y1=[1], color="truth-fill")]
    words: list[Mark] = []
    for k, (face, given) in enumerate(shares.items()):
        share, middle = np.asarray(given, dtype=float), places + (k - (len(shares) - 1) / 2) * wide
        said = tuple(
            f"{face.label} trusts {who}\nin {percent(float(each))} of the steps"
            for who, each in zip(names, share, strict=True)
        )
        left, right = middle - wide / 2, middle + wide / 2
        bars.append(Bars(x0=left, x1=right, y0=0 * share, y1=share, color=face.look.hue, names=said, gap=0.5))
        words += [_at_its_longest(face, share, middle)] if flat else []
    x = Axis(low=-0.55, high=count - 0.45, ticks=tuple(range(count)), labels=tuple(labels), tell=what)
    y = Axis(low=0, high=1, ticks=(0, 0.5, 1), percent=True)
    if flat:
        bars = [replace(each, x0=each.y0, x1=each.y1, y0=each.x0, y1=each.x1) for each in bars]
        x, y = replace(y, high=_room(shares), ticks=(0, 0.25, 0.5, 0.75, 1)), replace(x, low=x.high, high=x.low)
        y = replace(y, grid=False)
    else:
        words = _corner([*shares], count, true, what)
    title = "Whom each policy trusted"
    return Panel(title=title, note=note, tab="Trust", x=x, y=y, marks=(*bars, *words), dense=True)


def _corner(faces: list[Face], count: int, true: int | None, what: str) -> list[Mark]:
    """The policies' names one below the other, away from the true prior, and the name of its place."""
    marks: list[Mark] = []
    x, y = 0.0, 0.93
    if true is not None:
        after = true <= count // 2
        x, y = 0.4 * count if after else 0.2, 0.79
        marks.append(
            Text(x=true + (0.62 if after else -0.62), y=0.94, color="ink-2", anchor="start" if after else "end",
                 words=f"◂ the true {what}" if after else f"the true {what} ▸")
        )  # fmt: skip
    apart = min(APART, 0.72 / max(1, len(faces)))
    for k, face in enumerate(faces):
        marks.append(Points(x=[x], y=[y - apart * k], marker="square", color=face.look.hue, size=5.5))
        marks.append(Text(x=x, y=y - apart * k, words=face.label, color=face.look.hue, dx=12, dy=5))
    return marks


def _longest(face: Face, share: Any) -> str:
    return f"{face.label} {percent(float(np.nanmax(share)))}"


def _at_its_longest(face: Face, share: Any, rows: Any) -> Text:
    """A policy's name where it is seen best: behind its longest bar."""
    best = int(np.nanargmax(share))
    look = face.look
    return Text(
        x=share[best], y=rows[best], words=_longest(face, share), color=look.hue, bold=look.hero, size=0.9, dx=6, dy=5,
        halo=False,
    )  # fmt: skip


def _room(shares: Mapping[Face, Any]) -> float:
    """Where the axis ends so that the names behind the bars have room."""
    return max([1.02, *(widened(float(np.nanmax(s)), _longest(face, np.asarray(s))) for face, s in shares.items())])


def trust_sentence(shares: Mapping[str, Any], names: Sequence[str], true: int | None = None) -> str:
    """`PE-GP-UCB trusted 2 (true) on 80% of its steps; maximum likelihood 5 on 61% and the true one on 3%`."""
    parts = []
    for label, share in shares.items():
        share = np.asarray(share, dtype=float)
        if not np.isfinite(share).any():
            continue
        first = int(np.nanargmax(share))
        part = f"{label} trusted {called(names[first])} on {percent(share[first])} of its steps"
        if true is not None:
            part += " (the true one)" if first == true else f" and the true one on {percent(share[true])}"
        parts.append(part)
    text = "; ".join(parts) or "no policy trusts a single prior"
    return f"{text[:1].upper()}{text[1:]}."
