"""`make map`: play every place of the map and write the file that the package carries.

    python tools/make_map.py [--out FILE] [--scheduler tcp://...]

Cells are kept in build/map as they are finished: a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from pegp_lite.claims.atlas.charted import NAME, packed
from pegp_lite.claims.atlas.charting import SEED, cell_of, verdicts_of
from pegp_lite.claims.atlas.places import places, toy_at
from pegp_lite.cli.progress import Progress
from pegp_lite.study.compare import SEEDS
from pegp_lite.study.results.versions import versions
from pegp_lite.study.sweep import sweep
from pegp_lite.writing import write_atomically

ROOT = Path(__file__).parent.parent


def main() -> None:
    """Play what is missing and write the map."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=ROOT / "pegp_lite" / "data" / NAME)
    options.add_argument("--scheduler", help="a Dask scheduler's address; else all cores of this machine")
    given = options.parse_args()
    asked, progress = places(), Progress()
    found = sweep(
        toy_at,
        [place.settings() for place in asked],
        seeds=SEEDS,
        seed=SEED,
        out=ROOT / "build" / "map",
        scheduler=given.scheduler,
        measure=verdicts_of,
        progress=progress,
    )
    progress.close()
    if found.failed:
        raise SystemExit(f"{len(found.failed)} places could not be played, the first: {found.failed[0]}")
    told = {key: found.data[key].values for key in "12345"}
    cells = [
        cell_of(place, found.data["regret"].values[n], {key: str(words[n]) for key, words in told.items()})
        for n, place in enumerate(asked)
    ]
    about = {"made": date.today().isoformat(), "versions": versions(), "seeds": SEEDS, "seed": SEED}
    write_atomically(given.out, packed(cells, about))
    print(f"{len(cells)} places in {given.out}, {given.out.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main()
