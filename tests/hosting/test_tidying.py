"""Memory that is free goes back to the system."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

SCATTERED = """
import psutil
from pegp_lite.hosting.tidying import give_back
held = [bytes(2000) for _ in range(100_000)]
kept = held[::50]  # so that no piece of it is free as a whole
del held
before = psutil.Process().memory_info().rss
give_back()
print((before - psutil.Process().memory_info().rss) >> 20)
"""


@pytest.mark.skipif(sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="needs glibc")
def test_free_memory_between_what_is_kept_goes_back():
    said = subprocess.run([sys.executable, "-c", SCATTERED], capture_output=True, text=True, check=True).stdout
    assert int(said) > 50  # MiB, of 190
