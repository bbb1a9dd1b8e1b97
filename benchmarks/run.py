"""`make bench`: every benchmark of the repository as one table of ratios, each measured within this run."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

# One BLAS thread for all: rivals' large solves would gain little from a second one, and a busy machine makes
# threads slower than none, which would flatter us.
for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(name, "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

MODULES = ("engine", "theory", "experiments", "sweeping", "pages")


def main() -> None:
    """Print each row as soon as it is measured."""
    print(f"{'benchmark':58s} {'ratio':>10s}   measured")
    for name in MODULES:  # imported one by one: the sweep's workers import this file, and need none of them
        for what, ratio, figures in import_module(f"benchmarks.{name}").rows():
            print(f"{what:58s} {ratio:>10s}   {figures}", flush=True)


if __name__ == "__main__":
    main()
