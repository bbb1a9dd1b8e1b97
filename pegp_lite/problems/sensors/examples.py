"""A small table to try things on, as a CSV such as people have: simulated, and saying so in its name."""

from __future__ import annotations

import numpy as np

from pegp_lite.problems.sensors.office import synthetic_office

EXAMPLE = "simulated_office.csv"
ROOMS = ("north", "east", "south", "west", "hall", "kitchen", "library", "attic")


def example_csv() -> str:
    """Six simulated days of eight rooms, hour by hour, with gaps; the unit stands in the headers."""
    office = synthetic_office(days=6, sensors=len(ROOMS), bin_minutes=60, first_day="2024-05-06")
    lines = [",".join(["time", *(f"{room} [°C]" for room in ROOMS)])]
    for time, row in zip(office.times, office.readings, strict=True):
        clock = str(time).replace("T", " ")[:16]
        lines.append(",".join([clock, *("" if np.isnan(value) else f"{value:.2f}" for value in row)]))
    return "\n".join(lines) + "\n"
