"""A sweep on disk: what was asked in `sweep.json`, and a file for each finished cell, put in place in one step."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path

import numpy as np

from pegp_lite.study.compare import fingerprint
from pegp_lite.study.results.piece_files import ResultError
from pegp_lite.study.results.versions import versions
from pegp_lite.study.sweep.cells import Errand, Outcome, Settings
from pegp_lite.writing import write_atomically

FORMAT = 1


class CellFiles:
    """The folder of one sweep; cells are known by their key, so a sweep asked for more plays only what is new."""

    def __init__(self, folder: str | PathLike[str], errand: Errand, cells: list[Settings]) -> None:
        self.place, self._errand = Path(folder), errand
        if self.place.exists() and not self.place.is_dir():
            raise ResultError(f"{self.place} is a file; a folder for a sweep was wanted")
        if self.place.is_dir() and any(self.place.iterdir()) and not (self.place / "sweep.json").exists():
            raise ResultError(f"{self.place} holds other files and no sweep; give an empty or a new folder")
        about = {
            "format": FORMAT,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": versions(),
            **errand.described(),
            "cells": cells,
        }
        text = json.dumps(about, indent=1, ensure_ascii=False, default=repr) + "\n"
        write_atomically(self.place / "sweep.json", text.encode())

    def write(self, settings: Settings, outcome: Outcome) -> None:
        """Keep a finished cell."""
        words = {name: outcome[name] for name in ("fingerprint", "versions")}
        content = io.BytesIO()
        np.savez_compressed(
            content,
            regret=outcome["regret"],
            ran_out=outcome["ran_out"],
            words=np.array(json.dumps(words)),
            measured=np.array(json.dumps(outcome["measured"])),
        )
        write_atomically(self._path(settings), content.getvalue())

    def read(self, settings: Settings) -> Outcome | None:
        """A cell as it was kept; None where there is none, or a damaged one, which is then played again."""
        try:
            with np.load(io.BytesIO(self._path(settings).read_bytes()), allow_pickle=False) as kept:
                found: Outcome = {"regret": kept["regret"], "ran_out": kept["ran_out"]}
                return found | json.loads(str(kept["words"])) | {"measured": json.loads(str(kept["measured"]))}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
            return None

    def check(self, settings: Settings, kept: Outcome) -> None:
        """Refuse a folder whose cells came from another game of the same name."""
        if fingerprint(self._errand.problem(settings)) != kept["fingerprint"]:
            made = self._errand.described()["make_problem"]
            raise ResultError(f"{self.place} holds cells of another {made}, which has changed; give another folder")

    def _path(self, settings: Settings) -> Path:
        return self.place / "cells" / f"{self._errand.key(settings)}.npz"
