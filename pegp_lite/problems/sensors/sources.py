"""Where readings come from: a path given, `PEGP_INTEL_DATA`, the user's cache, or the synthetic office."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from os import PathLike
from pathlib import Path

from pegp_lite.problems.sensors.download import DownloadError, Progress, fetch
from pegp_lite.problems.sensors.errors import DataError
from pegp_lite.problems.sensors.office import synthetic_office
from pegp_lite.problems.sensors.table import SensorTable

__all__ = ["DownloadError", "cache_folder", "download_intel", "find_intel", "office_table"]

INTEL_URL = "https://db.csail.mit.edu/labdata/data.txt.gz"
INTEL_SHA256 = "d99288c8f406ca6604d359ceaa0d8adfffa79e7095061a1e27dc4399f48c7225"
VARIABLE = "PEGP_INTEL_DATA"
_FILE = "intel_lab_data.txt.gz"
_PLACES = "mote_locs.txt"


def cache_folder() -> Path:
    """The folder for what is fetched once, by the platform's custom; it is not created here."""
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "pegp_lite"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "pegp_lite" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "pegp_lite"
    return Path.home() / ".cache" / "pegp_lite"


def find_intel(path: str | PathLike[str] | None = None) -> Path | None:
    """The file of real readings on this computer, or None. One that was named and is not there is refused."""
    for given, what in (
        (path, "the path given"),
        (os.environ.get(VARIABLE), f"{VARIABLE}, which is set to it"),
    ):
        if given:
            found = Path(given).expanduser()
            if not found.is_file():
                raise DataError(f"there is no file {found} ({what})")
            return found
    cached = cache_folder() / _FILE
    return cached if cached.is_file() else None


def office_table(path: str | PathLike[str] | None = None, bin_minutes: int | None = None, seed: int = 0) -> SensorTable:
    """The real readings when found, else the synthetic office of `seed`; `table.synthetic` tells which.

    A file is read once per process as long as it does not change. Sensors are placed on the floor plan when
    `mote_locs.txt` lies beside it.
    """
    found = find_intel(path)
    if found is None:
        return _synthetic(seed, bin_minutes or 10)
    places = found.parent / _PLACES
    state = found.stat()
    return _read(found, places if places.is_file() else None, bin_minutes, state.st_mtime_ns, state.st_size)


def download_intel(
    destination: str | PathLike[str] | None = None,
    url: str = INTEL_URL,
    sha256: str = INTEL_SHA256,
    progress: Progress | None = None,
    timeout: float = 30.0,
) -> Path:
    """Fetch the lab's original (34 MB) into the user's cache, or to `destination`, and return its path.

    See `fetch` for how it resumes, checks and locks. `progress(bytes so far, bytes in all)` is called often.
    """
    target = cache_folder() / _FILE if destination is None else Path(destination).expanduser()
    return fetch(url, target, sha256, progress, timeout)


@lru_cache(maxsize=4)
def _read(path: Path, places: Path | None, bin_minutes: int | None, changed: int, size: int) -> SensorTable:
    return SensorTable.read(path, bin_minutes, unit="C", positions=places)


@lru_cache(maxsize=4)
def _synthetic(seed: int, bin_minutes: int) -> SensorTable:
    return synthetic_office(seed=seed, bin_minutes=bin_minutes)
