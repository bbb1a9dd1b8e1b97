"""Which prior each policy trusted how often: the prior-selection histogram (Figs. 2b and 4b)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter

from pegp_lite.checks import Floats
from pegp_lite.figures.drawing import Drawing, boxes
from pegp_lite.figures.style import INK, SMALL, dress, policy_looks
from pegp_lite.figures.words import called, percent


def shares_of(chosen_priors: Any, n_priors: int) -> Floats:
    """Share of the steps on which each prior was trusted, (P,), from a record's (S, T); NaN if none ever was."""
    chosen = np.asarray(chosen_priors)
    counts = np.bincount(chosen[chosen >= 0], minlength=n_priors).astype(float)
    return counts / counts.sum() if counts.sum() else np.full(n_priors, np.nan)


class Selection(Drawing):
    """Grouped bars: a group a prior, a bar a policy. Policies that trust no single prior are left out."""

    def __init__(
        self, ax: Axes, policies: Mapping[str, object] | Iterable[str], names: Sequence[str], true_prior: int | None
    ) -> None:
        super().__init__(ax)
        self._looks = policy_looks(policies)
        self._policies, self._names, self._true = tuple(policies), tuple(names), true_prior
        self._shares: dict[str, Floats] = {}
        dress(ax, "share of steps per prior")
        ax.set_ylim(0, 1.03 + 0.07 * len(self._policies))  # the key stands above 100%, where no bar reaches
        ax.spines["left"].set_bounds(0, 1)
        ax.yaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.0f}%"))
        ax.set_xlim(-0.6, len(names) - 0.4)
        room = 72 * ax.bbox.width / ax.figure.dpi / len(names)
        tall = 0.65 * SMALL * max(map(len, names)) > room
        labels = [
            f"{name}{' ' if tall else chr(10)}(true)" if p == true_prior else name for p, name in enumerate(names)
        ]
        ax.set_xticks(range(len(names)), labels, rotation=90 if tall else 0)
        ax.tick_params(axis="x", length=0, labelsize=SMALL)
        if true_prior is not None:
            ax.get_xticklabels()[true_prior].set_fontweight("bold")
            ax.bar(true_prior, 1.0, width=1.0, color="#ECECEC", zorder=0.5)
        self._bars = [
            self.polygons(look.color, edgecolors="white", hatch=look.hatch or None, linewidths=0.6, zorder=3)
            for look in self._looks
        ]
        handles = [
            Patch(facecolor=look.color, edgecolor="white", hatch=look.hatch or None, label=look.label)
            for look in self._looks
        ]
        ax.legend(
            handles=handles, loc="upper left", fontsize=SMALL, frameon=False, labelcolor=INK, labelspacing=0.2,
            handlelength=1.8, borderaxespad=0.0, borderpad=0.0,
        )  # fmt: skip

    def update(self, shares: Mapping[str, Any]) -> None:
        """Show other shares, (P,) a policy; NaN leaves a policy's bars empty."""
        width = 0.84 / max(1, len(self._policies))
        places = np.arange(len(self._names))
        for k, (policy, bars) in enumerate(zip(self._policies, self._bars, strict=True)):
            share = np.asarray(shares[policy], dtype=float)
            self._shares[policy] = share
            left = places - 0.42 + k * width
            bars.set_verts(boxes(left, left + width, np.zeros(len(places)), share))

    def describe(self) -> str:
        """One sentence: each policy's favourite and its use of the true prior."""
        named = {look.label: share for look, share in zip(self._looks, self._shares.values(), strict=True)}
        return describe_selection(named, self._names, self._true)


def draw_selection(
    ax: Axes,
    shares: Mapping[str, Any],
    names: Sequence[str],
    true_prior: int | None = None,
    policies: Mapping[str, object] | None = None,
) -> Selection:
    """Draw the shares (P,) of each policy, by class name; those that trust none (all NaN) or were told are left out.

    `policies`: what was played under each name, where names are not those of classes.
    """
    trusting = [policy for policy, share in shares.items() if np.isfinite(share).any() and policy != "KnownPrior"]
    drawn = Selection(ax, {key: policies[key] for key in trusting} if policies else trusting, names, true_prior)
    drawn.update(shares)
    return drawn


def describe_selection(shares: Mapping[str, Any], names: Sequence[str], true_prior: int | None = None) -> str:
    """`PE-GP-UCB trusted 2 (true) on 80% of its steps; maximum likelihood 5 on 61% and the true one on 3%`."""
    parts = []
    for label, share in shares.items():
        share = np.asarray(share, dtype=float)
        if not np.isfinite(share).any():
            continue
        first = int(np.nanargmax(share))
        part = f"{label} trusted {called(names[first])} on {percent(share[first])} of its steps"
        if true_prior is not None:
            part += " (the true one)" if first == true_prior else f" and the true one on {percent(share[true_prior])}"
        parts.append(part)
    text = "; ".join(parts) or "no policy trusts a single prior"
    return f"{text[:1].upper()}{text[1:]}."
