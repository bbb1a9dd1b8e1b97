"""The log: no line can be forged in it, and nobody fills a disk with it."""

from __future__ import annotations

import io
import logging
import subprocess
import sys

import pytest
from visiting import Clock

from pegp_lite.hosting.logs import LONGEST, MOST_TRACEBACK, Calm, Plain


def written(*filters: logging.Filter) -> tuple[logging.Logger, io.StringIO]:
    sink = io.StringIO()
    handler = logging.StreamHandler(sink)
    handler.setFormatter(Plain("%(message)s"))
    for each in filters:
        handler.addFilter(each)
    logger = logging.Logger("test")
    logger.addHandler(handler)
    return logger, sink


@pytest.mark.parametrize("forged", ["a\n12:00:00 all is well", "\x1b[31mred", "a\r\nb", "a\u2028b", "\x85\x9b0m"])
def test_what_strangers_send_makes_no_line_of_its_own(forged):
    logger, sink = written()
    logger.warning("refused: %s", forged)
    (line,) = sink.getvalue().splitlines()
    assert line.startswith("refused: ")
    assert line.isprintable()


def test_no_traceback_passes_for_an_entry():
    logger, sink = written()
    try:
        raise ValueError("x\n12:00:00 all is well\x1b[31m" + "y" * 3 * MOST_TRACEBACK)
    except ValueError:
        logger.error("failed", exc_info=sys.exc_info())
    head, *rest = sink.getvalue().splitlines()
    assert head == "failed"
    assert all(line.startswith("    ") and line.isprintable() for line in rest)
    assert len(sink.getvalue()) < MOST_TRACEBACK + 1000


def test_lines_are_cut_to_size():
    logger, sink = written()
    logger.warning("%s", "x" * 10_000)
    assert len(sink.getvalue()) <= LONGEST + 2


def test_repeated_lines_are_counted_and_not_written():
    clock = Clock()
    logger, sink = written(Calm(clock=clock))

    def say(k: int) -> None:
        logger.warning("again %d", k)

    for k in range(100_000):
        say(k)
    logger.warning("something else")
    lines = sink.getvalue().splitlines()
    assert lines[-1] == "something else"
    assert len(lines) == 31
    clock.now += 60
    say(7)
    assert sink.getvalue().splitlines()[-1] == "again 7 (and 99970 more like it)"


def test_many_kinds_of_lines_are_bounded_together():
    clock = Clock()
    calm = Calm(clock=clock)
    kept = 0
    for k in range(5000):
        kept += calm.filter(logging.LogRecord("x", 30, "file", k, "m", None, None))
    assert kept == 200
    clock.now += 10
    assert sum(calm.filter(logging.LogRecord("x", 30, "file", k, "m", None, None)) for k in range(5000)) == 50


SAY = """
from pegp_lite.hosting.logs import log, set_up
set_up("%(message)s")
for k in range(1000):
    log.warning("again %d\\n00:00:00 forged", k)
"""


def test_a_process_that_is_set_up_is_calm_and_plain():
    said = subprocess.run([sys.executable, "-c", SAY], capture_output=True, text=True, check=True).stderr.splitlines()
    assert 30 <= len(said) < 100
    assert all(line.startswith("again ") for line in said)
