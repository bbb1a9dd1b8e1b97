"""When each prior was thrown out: its row is as thick as the share of seeds in which it still lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.checks import Floats, Ints
from pegp_lite.figures.drawing import Drawing
from pegp_lite.figures.style import BAD, FAINT, INK, SMALL, count_axis, dress, prior_look
from pegp_lite.figures.words import called, counted, listed, percent

FULL = 0.36  # half the thickness of a row that is alive in every seed


class Eliminations(Drawing):
    """A row a prior from step 0 on; a cross where half of the seeds (or the one seed) had rejected it."""

    def __init__(self, ax: Axes, names: Sequence[str], steps: int, true_prior: int | None, one_seed: bool) -> None:
        super().__init__(ax)
        self._names, self._steps, self._true = tuple(names), steps, true_prior
        self._gone: Ints = np.zeros((1, len(names)), dtype=np.int64)
        self._now: int | None = None
        looks = [prior_look(p, name, true=p == true_prior) for p, name in enumerate(names)]
        dress(ax, "priors alive" if one_seed else "priors alive, share of seeds", "step t", grid="x")
        count_axis(ax, steps)
        ax.set_xlim(0, max(steps, 2))
        ax.set_ylim(len(names) - 0.4, -0.6)
        ax.set_yticks(range(len(names)), [look.label for look in looks], fontsize=SMALL)
        ax.tick_params(axis="y", length=0, labelsize=SMALL)
        if true_prior is not None:
            ax.get_yticklabels()[true_prior].set_fontweight("bold")
        self._rows = self.polygons(
            [look.color for look in looks], edgecolors="face", linewidths=0.8, alpha=0.75, zorder=2
        )
        cross = {"marker": "X", "markersize": 10, "markerfacecolor": BAD, "markeredgecolor": "white"}
        self._crosses = self.line(4, linestyle="none", clip_on=False, **cross)
        self._cursor = self.line(5, color=INK, linewidth=1.6)
        side = ax.get_yaxis_transform()
        self._notes = [
            self.label(1.02, p, "", transform=side, va="center", ha="left", fontsize=SMALL, color=INK)
            for p in range(len(names))
        ]
        self.reserve = [(text, f"out at {steps}" if one_seed else "alive under 1%") for text in self._notes]

    def update(self, eliminated_at: Any, now: int | None = None) -> None:
        """Show other rejections, (S, P) or (P,), 0 where alive; `now`: only what had happened by that step."""
        gone = np.atleast_2d(np.asarray(eliminated_at, dtype=np.int64))
        if now is not None:
            gone = np.where(gone <= now, gone, 0)
        self._gone, self._now = gone, now
        end = self._steps if now is None else now
        self._rows.set_verts([_row(p, gone[:, p], end) for p in range(gone.shape[1])])
        half = median_step(gone)
        out = np.flatnonzero(half)
        self._crosses.set_data(half[out], out)
        self._cursor.set_data(([], []) if now is None else ([now, now], [-0.6, gone.shape[1] - 0.4]))
        alive = (gone == 0).mean(axis=0)
        for p, text in enumerate(self._notes):
            one = f"out at {gone[0, p]}" if gone[0, p] else "alive"
            text.set_text(one if len(gone) == 1 else f"alive {percent(alive[p])}")
            text.set_color(INK if alive[p] > 0 else FAINT)

    def describe(self) -> str:
        """One sentence: who lives, who went when."""
        return describe_eliminations(self._gone, self._names, self._true, self._now or self._steps)


def draw_eliminations(
    ax: Axes,
    eliminated_at: Any,
    names: Sequence[str],
    steps: int,
    true_prior: int | None = None,
    now: int | None = None,
) -> Eliminations:
    """Draw a record's `eliminated_at` (S, P) over T = `steps`; with `now`, as it stood at that step."""
    drawn = Eliminations(ax, names, steps, true_prior, np.atleast_2d(eliminated_at).shape[0] == 1)
    drawn.update(eliminated_at, now)
    return drawn


def median_step(eliminated_at: Ints) -> Ints:
    """The step by which at least half of the seeds had rejected each prior, (P,); 0 where fewer ever did."""
    when = np.where(eliminated_at > 0, eliminated_at, np.iinfo(np.int64).max)
    half = np.sort(when, axis=0)[(len(when) + 1) // 2 - 1]
    return np.where(half == np.iinfo(np.int64).max, 0, half)


def describe_eliminations(
    eliminated_at: Ints, names: Sequence[str], true_prior: int | None = None, step: int = 0
) -> str:
    """`At step 100 8 of 11 priors are out: 3 (step 2), ...; the true one, 2, lives in 30 of 30 seeds.`"""
    gone = np.atleast_2d(eliminated_at)
    seeds, half = len(gone), median_step(gone)
    out = sorted((int(half[p]), name) for p, name in enumerate(names) if half[p])
    where = "" if seeds == 1 else f" in at least half of {seeds} seeds"
    text = f"By step {step}, {len(out)} of {counted(len(names), 'prior')} are out{where}"
    if out:
        text += ": " + listed(f"{called(name)} (step {when})" for when, name in out[:4])
        text += f", the last of them at step {out[-1][0]}" if len(out) > 4 else ""
    if true_prior is not None:
        lives = int((gone[:, true_prior] == 0).sum())
        how = ("lives" if lives else "is out") if seeds == 1 else f"lives in {lives} of {seeds} seeds"
        text += f"; the true one, {called(names[true_prior])}, {how}"
    return text + "."


def _row(p: int, gone: Ints, end: int) -> Floats:
    """The outline of one prior's row: half its thickness is `FULL` times the share of seeds where it lives."""
    times = np.unique(gone[(gone > 0) & (gone <= end)])
    alive = np.array([1.0, *(1 - ((gone > 0) & (gone <= t)).mean() for t in times)])
    x = np.concatenate([[0.0], np.repeat(times, 2), [float(end)]])
    half = FULL * np.repeat(alive, 2)
    if alive[-1] == 0:
        x, half = x[:-2], half[:-2]
    return np.column_stack([np.concatenate([x, x[::-1]]), p + np.concatenate([half, -half[::-1]])])
