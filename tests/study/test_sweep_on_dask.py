"""Sweeps through a real Dask scheduler and worker processes, started on loopback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from distributed import Client

from pegp_lite.problems import toy
from pegp_lite.study.sweep import CellsFailed, Swept, sweep

GRID = {"tall": [1.0 + n / 4 for n in range(12)], "points": [61], "T": [60]}
SEEDS = 6


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self.processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show")]
        self.workers: list[subprocess.Popen[bytes]] = []

    def hire(self, count: int) -> str:
        """Start so many workers and wait until they have come; the scheduler's address."""
        before = len(self.workers)
        for _ in range(count):
            self.workers.append(self._start("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"))
        with Client(scheduler_file=str(self._file), timeout=180, set_as_default=False) as client:
            client.wait_for_workers(before + count, timeout=180)
            return str(client.scheduler.address)

    def stop(self) -> None:
        for process in (*self.workers, *self.processes):
            process.kill()
            process.wait()

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(self._file)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen([*command, "--no-dashboard", *options], stdout=quiet, stderr=quiet)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def alone() -> Swept:
    return sweep(toy, GRID, seeds=SEEDS, workers=1)


def test_a_scheduler_s_address_gives_the_bits_of_one_process(cluster: Cluster, alone: Swept, tmp_path: Path) -> None:
    address = cluster.hire(2)
    assert address.startswith("tcp://127.0.0.1:")
    found = sweep(toy, GRID, seeds=SEEDS, scheduler=address, out=tmp_path / "out")
    assert found.data.identical(alone.data)
    assert len(list((tmp_path / "out" / "cells").iterdir())) == 12
    with Client(address, set_as_default=False) as client:
        with pytest.warns(CellsFailed, match="1 of 2 cells"):
            mixed = sweep(toy, {"tall": [1.0, "much"], "points": [61], "T": [60]}, seeds=SEEDS, scheduler=client)
        np.testing.assert_array_equal(mixed.data["regret"][0], alone.data["regret"][0])
        assert client.status == "running"  # a client that was lent is given back open


def test_a_worker_killed_in_the_middle_costs_nothing_but_time(cluster: Cluster, alone: Swept) -> None:
    address = cluster.hire(2)

    def kill_one(done: int, *_: object) -> None:
        if done == 2:
            cluster.workers[0].kill()

    found = sweep(toy, GRID, seeds=SEEDS, scheduler=address, progress=kill_one)
    assert cluster.workers[0].wait() != 0
    assert not found.failed
    assert found.data.identical(alone.data)
