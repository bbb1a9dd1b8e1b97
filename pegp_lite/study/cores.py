"""The same function on many tasks, on all cores of this machine."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any, TypeVar

Task = TypeVar("Task")
Found = TypeVar("Found")


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def main_left_out() -> Iterator[None]:
    """Processes spawned within do not run the main script once more, so it may lack a guard or come from a pipe.

    What they need of it must reach them by value, as cloudpickle sends it.
    """
    main: dict[str, Any] = vars(sys.modules["__main__"])
    hidden = {name: what for name, what in main.items() if name in ("__file__", "__spec__")}
    main.pop("__file__", None)
    main["__spec__"] = None
    try:
        yield
    finally:
        main.update(hidden)


def on_all_cores(
    function: Callable[[Task], Found],
    tasks: Sequence[Task],
    words: Sequence[str],
    note: Callable[[str], None] | None = None,
    workers: int | None = None,
) -> list[Found]:
    """`function` of each task, in their order; with one worker (or core) in this process.

    `note` is told a task's words: before it is played here, and when it is finished by another process.
    """
    tell = note or (lambda _: None)
    count = min(cores() if workers is None else workers, len(tasks))
    found: list[Any] = [None] * len(tasks)
    if count <= 1:
        for n, task in enumerate(tasks):
            tell(words[n])
            found[n] = function(task)
        return found
    # Spawned, not forked: a notebook has threads, and a forked copy of them can hang.
    with ProcessPoolExecutor(count, multiprocessing.get_context("spawn")) as pool:
        with main_left_out():
            waiting = {pool.submit(function, task): n for n, task in enumerate(tasks)}
        for future in as_completed(waiting):
            found[waiting[future]] = future.result()
            tell(words[waiting[future]])
    return found
