"""Who plays the cells: this process, several processes of this machine, or a Dask cluster. All give the same bits.

Each crew takes an errand and a stream of (number, settings) and hands back (number, outcome or the error) as cells
finish, never asking for more than a few cells ahead: what is in memory does not grow with the sweep.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, NamedTuple

from pegp_lite.checks import as_count
from pegp_lite.study.cores import cores, main_left_out
from pegp_lite.study.sweep.cells import Errand, Outcome, Settings

AHEAD = 2  # cells handed out for each worker: one to play, one to follow without waiting
Task = tuple[int, Settings]


class Done(NamedTuple):
    """A cell that was tried: its number, and its outcome or, where it failed, what went wrong."""

    number: int
    outcome: Outcome | None
    error: str = ""


Crew = Callable[[Errand, Iterable[Task]], Iterator[Done]]


def crew_for(scheduler: Any, workers: int | None, cells: int) -> Crew:
    """The crew for so many cells: a Dask scheduler's, by address or Client, or `workers` processes (all cores)."""
    if scheduler is not None:
        if workers is not None:
            raise ValueError("give a scheduler or workers, not both: the scheduler knows its own workers")
        return lambda errand, tasks: on_dask(scheduler, errand, tasks)
    count = min(cores() if workers is None else as_count("workers", workers), cells)
    return here if count <= 1 else lambda errand, tasks: in_processes(count, errand, tasks)


def here(errand: Errand, tasks: Iterable[Task]) -> Iterator[Done]:
    """One cell after another in this process."""
    return (_tried(errand, task) for task in tasks)


def in_processes(count: int, errand: Errand, tasks: Iterable[Task]) -> Iterator[Done]:
    """On so many processes of this machine.

    A process that dies takes its pool with it and nobody knows which cell it was: those in flight are then played
    again one by one, each alone, and only the one that kills its process again has failed.
    """
    packed, queue, suspects = _packed(errand), iter(tasks), list[Task]()
    with _Pool(count, packed) as pool:
        flying: dict[Future[Done], Task] = {}
        while True:
            for task in islice(queue, AHEAD * count - len(flying)):
                flying[pool.submit(task)] = task
            if not flying:
                break
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                task = flying.pop(future)
                if isinstance(future.exception(), BrokenProcessPool):
                    suspects.append(task)
                else:
                    yield future.result()
            if suspects:
                suspects += flying.values()
                flying.clear()
                pool.renew()
                while suspects:
                    yield _alone(suspects.pop(), packed)


def on_dask(scheduler: Any, errand: Errand, tasks: Iterable[Task]) -> Iterator[Done]:
    """On a Dask cluster, by its scheduler's address or a Client; Dask itself plays a lost worker's cells again."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ValueError("a sweep on a scheduler needs Dask: pip install 'pegp_lite[sweep]'") from None
    ours = not isinstance(scheduler, Client)
    client = Client(scheduler, set_as_default=False) if ours else scheduler
    packed, queue, finished = _packed(errand), iter(tasks), as_completed(loop=client.loop)
    flying: dict[Any, Task] = {}

    def hand_out() -> None:
        workers = max(1, sum(client.ncores().values()))
        for task in islice(queue, max(0, AHEAD * workers - len(flying))):
            future = client.submit(_play_packed, packed, task, pure=False)
            flying[future] = task
            finished.add(future)

    try:
        hand_out()
        for future in finished:
            number, _ = flying.pop(future)
            yield future.result() if future.status == "finished" else Done(number, None, _said(future.exception()))
            future.release()
            hand_out()
    finally:
        client.cancel(list(flying))
        if ours:
            client.close()


class _Pool:
    """A pool of processes that can be replaced when it breaks."""

    def __init__(self, count: int, packed: bytes) -> None:
        self._count, self._packed = count, packed
        self._pool = self._made()

    def submit(self, task: Task) -> Future[Done]:
        with main_left_out():  # here the pool starts its processes
            return self._pool.submit(_play_packed, self._packed, task)

    def renew(self) -> None:
        self._pool.shutdown()
        self._pool = self._made()

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _made(self) -> ProcessPoolExecutor:
        # Spawned, not forked: a page or a notebook has threads, and a forked copy of them can hang.
        return ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), initializer=_leave_with_parent)


def _alone(task: Task, packed: bytes) -> Done:
    with _Pool(1, packed) as pool:
        try:
            return pool.submit(task).result()
        except BrokenProcessPool:
            return Done(task[0], None, "the process that played it died, twice (out of memory?)")


def _packed(errand: Errand) -> bytes:
    """The errand as bytes, functions written in a notebook or a script included where cloudpickle is there."""
    try:
        from cloudpickle import dumps
    except ImportError:
        from pickle import dumps
    try:
        packed: bytes = dumps(errand)
    except Exception as error:
        raise ValueError(f"make_problem, policies and measure must be sendable to other processes: {error}") from None
    if dumps is pickle.dumps and b"__main__" in packed:
        raise ValueError(
            "functions of the main script go to other processes with cloudpickle only: install it, or say workers=1"
        )
    return packed


def _play_packed(packed: bytes, task: Task) -> Done:
    errand: Errand = pickle.loads(packed)
    return _tried(errand, task)


def _tried(errand: Errand, task: Task) -> Done:
    """Play a cell; what goes wrong in it is its own affair and stops nobody."""
    number, settings = task
    try:
        return Done(number, errand.outcome(settings))
    except Exception as error:
        return Done(number, None, _said(error))


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _leave_with_parent() -> None:
    """End this process when its parent is gone: killed, a sweep must leave nothing behind."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
