"""The second figure of page 02: a prior's summed errors against their allowance, use after use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from pegp_lite.bandit.schedules import noise_allowance
from pegp_lite.bandit.sums import sums_of
from pegp_lite.checks import Floats
from pegp_lite.figures import Canvas, Drawing
from pegp_lite.figures.drawing import band, key, round_limits
from pegp_lite.figures.style import BAD, INK, PRIOR_COLORS, TITLE, dress, short_numbers
from pegp_lite.figures.words import counted, number
from pegp_lite.pages.controls import Control, Slider, Switch
from pegp_lite.pages.on_canvas import OnCanvas
from pegp_lite.pages.page import Page, Table

USES, PRIORS, DELTA = 40, 2, 0.1
CONTROLS: tuple[Control, ...] = (
    Slider(
        name="miss", label="how far the prior is off, always upwards", value=1.3, low=0.0, high=3.0, step=0.05,
        help="The part of every error that is the prior's own fault",
    ),
    Slider(
        name="width", label="half-width of its band, β σ", value=1.0, low=0.0, high=3.0, step=0.05,
        help="The same at every use, to keep the picture simple",
    ),
    Slider(name="noise", label="noise R (standard deviation)", value=0.3, low=0.05, high=1.0, step=0.05),
    Slider(
        name="quiet", label="uses before that in which it was right", value=0, low=0, high=20,
        help="Each of them leaves a band's width of credit",
    ),
    Slider(name="luck", label="luck of the noise (seed)", value=2, low=0, high=20),
    Switch(name="per_use", label="divide both sides by the number of uses", value=True),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Sums:
    """Line 12 of Algorithm 1 for uses 1 .. n, taken to be steps 1 .. n; all (n,)."""

    errors: Floats  # |sum of eta|
    noise: Floats  # sqrt(xi_t n)
    widths: Floats  # sum of beta sigma
    rejected_at: int  # the first use at which the errors exceed what is allowed; 0 if none

    @property
    def allowed(self) -> Floats:
        """sqrt(xi_t n) + sum of beta sigma."""
        return self.noise + self.widths


def sum_up(miss: float, width: float, noise_std: float, quiet: int, noise: Floats) -> Sums:
    """`quiet` uses with errors of noise alone, then errors of `miss` more; `noise` (n,) in units of R."""
    n = np.arange(1, len(noise) + 1)
    eta = noise_std * noise + np.where(n > quiet, miss, 0.0)
    xi = noise_allowance(n, PRIORS, noise_std, DELTA)
    found = sums_of(np.ones((len(n), 1), dtype=bool), eta, np.full(len(n), width), xi)
    first = int(found.beyond.argmax()) + 1 if found.beyond.any() else 0
    return Sums(np.abs(found.errors[:, 0]), found.noise[:, 0], found.widths[:, 0], first)


class RunningSums(Drawing):
    """The allowance as two areas, the errors as a line that ends with a cross where it leaves them."""

    def __init__(self, ax: Axes) -> None:
        super().__init__(ax)
        dress(ax, "", "times the prior was trusted, n")
        short_numbers(ax.yaxis)
        ax.set_xlim(1, USES)
        self._title = ax.set_title("sum over the uses", loc="left", fontsize=TITLE, color=INK, pad=10)
        self._widths = self.polygons("#D2D4D8", linewidths=0, zorder=2, label="allowed for width: Σ β σ")
        self._noise = self.polygons("#9A9CA0", linewidths=0, zorder=2, hatch="//", edgecolors="white",
                                    label="allowed for noise: √(ξ n)")  # fmt: skip
        (line,) = ax.plot([], [], color=PRIOR_COLORS[1], linewidth=2.8, label="errors: |Σ η|", zorder=4)
        self._errors = self.add(line)
        cross: dict[str, Any] = {"marker": "X", "markersize": 14, "markerfacecolor": BAD, "markeredgecolor": "white"}
        (line,) = ax.plot([], [], linestyle="none", **cross, label="rejected", zorder=5)
        self._cross = self.add(line)
        key(ax, [self._errors, self._noise, self._widths, self._cross])

    def update(self, sums: Sums, per_use: bool) -> None:
        """Show other sums, or, `per_use`, the same divided by n."""
        n = np.arange(1.0, len(sums.errors) + 1)
        share = n if per_use else np.ones_like(n)
        end = sums.rejected_at or len(n)
        errors, widths, allowed = sums.errors / share, sums.widths / share, sums.allowed / share
        self._widths.set_verts([band(n, np.zeros_like(n), widths)])
        self._noise.set_verts([band(n, widths, allowed)])
        self._errors.set_data(n[:end], errors[:end])
        self._cross.set_data(([end], [errors[end - 1]]) if sums.rejected_at else ([], []))
        self._title.set_text("average over the uses" if per_use else "sum over the uses")
        self.fixed_state = per_use
        self.ax.set_ylim(*round_limits(0.0, float(max(errors[:end].max(), allowed.max())) * 1.03))


class SumsScene(OnCanvas):
    """A prior that is off by the same amount each time: when does the sum give it away?"""

    def __init__(self) -> None:
        super().__init__(Canvas(930, 420))
        self._drawn = self.keep(RunningSums(self.canvas.axes[0]))
        self.sums = sum_up(1.3, 1.0, 0.3, 0, np.zeros(USES))

    def show(self, state: Mapping[str, Any]) -> str:
        miss, width, quiet = state["miss"], state["width"], int(state["quiet"])
        noise = np.random.default_rng(int(state["luck"])).standard_normal(USES)
        sums = self.sums = sum_up(miss, width, state["noise"], quiet, noise)
        self._drawn.update(sums, state["per_use"])
        start = f"After {counted(quiet, 'quiet use')}, a prior" if quiet else "A prior"
        last = (sums.rejected_at or USES) - 1
        share = last + 1 if state["per_use"] else 1
        what = "average" if state["per_use"] else "sum"
        numbers = f"{sums.errors[last] / share:.4g} against {sums.allowed[last] / share:.4g} allowed"
        verdict = f"rejected at use {last + 1}" if sums.rejected_at else f"still kept after {USES} uses"
        calm = sum_up(miss, width, state["noise"], quiet, np.zeros(USES)).rejected_at
        without = f"reject it at use {calm}" if calm else f"not reject it within {USES} uses"
        return (
            f"{start} that is off by {number(miss)} each time, with a band of {number(width)} and noise "
            f"{number(state['noise'])} (seed {int(state['luck'])}), is {verdict}: its errors {what} to {numbers}. "
            f"The same errors without noise would {without}."
        )

    def table(self) -> Table:
        """A row a use."""
        sums = self.sums
        n = np.arange(1, len(sums.errors) + 1)
        columns = [n, sums.errors, sums.noise, sums.widths, sums.allowed]
        return ["use", "|sum eta|", "sqrt(xi n)", "sum beta sigma", "allowed"], np.column_stack(columns).tolist()


def running_sums() -> Page:
    """The figure with its sliders; it leaves the address to the page's first figure."""
    return Page("02_running_sums", CONTROLS, SumsScene(), query="")
