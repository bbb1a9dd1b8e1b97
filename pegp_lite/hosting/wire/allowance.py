"""So much at once, and then so much a second."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Allowance:
    """What someone may spend: a burst, then a rate."""

    burst: float
    rate: float  # a second
    spent: float = 0.0
    at: float = 0.0

    def spend(self, cost: float, now: float) -> bool:
        """Whether there is that much left; it is then spent."""
        self.spent = max(0.0, self.spent - (now - self.at) * self.rate)
        self.at = now
        if self.spent + cost > self.burst:
            return False
        self.spent += cost
        return True
