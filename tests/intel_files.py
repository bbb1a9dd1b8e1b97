"""Where the tests find the lab's real readings, which the repository does not hold."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "intel"
TABLE = FOLDER / "temperature_10min_2004-03-01_14.csv.gz"
RAW = FOLDER / "labdata_raw_2004-03-04_08.txt.gz"
PLACES = FOLDER / "mote_locs.txt"

needs_readings = pytest.mark.skipif(
    not (TABLE.exists() and RAW.exists()),
    reason="the lab's real readings are not beside this checkout (../shared/intel): not checked on them",
)
