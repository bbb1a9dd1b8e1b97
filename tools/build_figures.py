"""Build the browser's renderer into the prebuilt extension: `make js`. Needs node and npm.

Its style sheet and vocabulary come from the package, so that a colour or a mark is written down once.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from pegp_lite.figures.palette import style_sheet
from pegp_lite.figures.render.browser import vocabulary

PAGES = Path(__file__).resolve().parents[1] / "pegp_lite" / "pages"
SOURCE = PAGES / "js"
BUILT = PAGES / "share" / "jupyter" / "labextensions" / "pegp-lite"


def build(target: Path) -> None:
    """Build into this folder, which then holds nothing else."""
    (SOURCE / "palette.css").write_text(style_sheet())
    (SOURCE / "vocabulary.json").write_text(json.dumps(vocabulary(), indent=1) + "\n")
    if not (SOURCE / "node_modules").is_dir():
        subprocess.run(
            ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=SOURCE, check=True
        )
    shutil.rmtree(target, ignore_errors=True)
    (target / "static").mkdir(parents=True)
    subprocess.run(["node", str(SOURCE / "build.mjs"), str(target)], check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT)
