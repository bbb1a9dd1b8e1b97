"""What slow strangers cost those who are here: the siege of the tests, several times over."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from attacker import Client, Den, write_toy
from strangers import Siege, addresses, an_army, besiege

from benchmarks.servers import running

PLACES = 12
ROUNDS = 3


def once(sources: int) -> Siege:
    """A server of its own, a visitor who moves a slider, and strangers from so many addresses."""
    with tempfile.TemporaryDirectory() as folder:
        page = write_toy(Path(folder)).name
        with running("ours", Path(folder), "--visitors", str(PLACES)) as server:
            den = Den(server.port, server.process, server.log)
            with an_army(den, page) as words, Client(den.address, page) as visitor:
                visitor.learn()
                return besiege(den, visitor, words, addresses(sources))


def report() -> None:
    """Print a line for each siege, with the load of the machine, which slows everyone."""
    for _ in range(ROUNDS):
        for sources in (1, 250):
            siege, load = once(sources), os.getloadavg()[0]
            ratio, own = siege.coming / siege.quiet, siege.elsewhere / siege.quiet
            print(f"strangers from {sources}: {siege}")
            print(
                f"    {ratio:.1f} times quiet (wanted 2), {own:.1f} by their own end alone; load {load:.0f}", flush=True
            )
