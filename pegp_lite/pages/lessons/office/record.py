"""The real readings' outcome as it was recorded: what a reader sees who does not have the readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pegp_lite.claims.outcome import real_outcome
from pegp_lite.claims.toy_claims import MLE, PE
from pegp_lite.figures.canvas import Canvas
from pegp_lite.figures.regret import Curve, RegretCurves
from pegp_lite.figures.style import policy_look
from pegp_lite.figures.words import listed, percent
from pegp_lite.pages.lessons.office.scene import TRUSTING, Now, trust_of_days


class RecordScene:
    """Average regret and prior selection on the real readings, as recorded, with a line that moves through the day."""

    def __init__(self) -> None:
        found = self.found = real_outcome()
        self.minutes = int(found["settings"]["bin_minutes"])
        self.canvas = Canvas(930, 330, columns=(1.15, 1))
        left, right = self.canvas.axes
        self._curves = {
            name: Curve(np.array(each["mean"]), np.array(each["error"]), found["settings"]["seeds"])
            for name, each in found["policies"].items()
        }
        regret = self.canvas.add(RegretCurves(left, tuple(self._curves), True, "°C", True))
        regret.update(self._curves)
        self._now = self.canvas.add(Now(left))
        days = [name.split()[0] for name in found["shares"][PE]]
        shares = self.canvas.add(trust_of_days(right, days, 1.3))
        shares.update({name: list(found["shares"][name].values()) for name in TRUSTING})
        self.png, self.svg = self.canvas.png, self.canvas.svg

    @property
    def steps(self) -> int:
        """T."""
        return len(self._curves[PE].mean)

    def show(self, state: Mapping[str, Any]) -> str:
        """Move the line and read the curves there."""
        step = int(state["time"])
        self._now.update(step)
        so_far = {name: curve.mean[step - 1] for name, curve in self._curves.items()}
        ranked = sorted(so_far, key=lambda name: float(so_far[name]))
        said = listed(f"{policy_look(name).label} {so_far[name]:.2f}" for name in ranked)
        minutes = (step - 1) * self.minutes
        return (
            f"Real readings of 14 March 2004, as recorded, {self.found['settings']['seeds']} games: at "
            f"{minutes // 60:02d}:{minutes % 60:02d} the average regret so far in °C is {said}. {self._favourites()}"
        )

    def table(self) -> tuple[list[str], list[list[float]]]:
        """Mean and standard error of average regret at every step."""
        names = list(self._curves)
        header = ["step", *(f"{policy_look(n).label} {what}" for n in names for what in ("mean", "standard error"))]
        columns = [column for name in names for column in (self._curves[name].mean, self._curves[name].error)]
        return header, [[t + 1, *(float(column[t]) for column in columns)] for t in range(self.steps)]

    def _favourites(self) -> str:
        parts = []
        for name in (PE, MLE):
            shares = self.found["shares"][name]
            top = sorted(shares, key=lambda day: -shares[day])[:2]
            days = listed(f"{day} ({percent(shares[day])})" for day in top)
            parts.append(f"{policy_look(name).label} trusted {days} most")
        return "; ".join(parts) + "."
