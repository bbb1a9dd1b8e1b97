"""Build what browsers load: `make js`. The renderer needs node and npm, the rest only this package.

Colours, the vocabulary of marks and the list of the pages come from the package, so that each is written down once.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from nbconvert.filters import markdown2html

from pegp_lite.figures.palette import style_sheet
from pegp_lite.figures.render.browser import vocabulary
from pegp_lite.pages.miniatures import start_pictures
from pegp_lite.pages.pages import grouped, listed

PAGES = Path(__file__).resolve().parents[1] / "pegp_lite" / "pages"
NOTES = PAGES.parents[1] / "docs" / "teaching.md"
SOURCE = PAGES / "js"
SHARED = PAGES / "share" / "jupyter"
BUILT = SHARED / "labextensions" / "pegp-lite"
TEMPLATE = SHARED / "voila" / "templates" / "pegp"
PICTURES = TEMPLATE / "static" / "start-pictures.js"
BEFORE = "globalThis.pegpPictures = "  # what makes the start page's pictures a script
NOTES_BEFORE = "globalThis.pegpNotes = "  # and the lecturer's notes: servers hand out scripts, and no other data


def notes() -> dict[str, str]:
    """The lecturer's notes on each page, by its number, from the documentation; a page loads them where asked to."""
    _, *parts = re.split(r"^### (\d\d) .*\n", NOTES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {number: str(markdown2html(text.strip())) for number, text in zip(parts[::2], parts[1::2], strict=True)}


def site() -> dict[Path, str]:
    """What the template takes from the package: its style sheet, the list of the pages, the lecturer's notes."""
    sources = [(SOURCE / name).read_text() for name in ("tokens.css", "site.css")]
    pages, groups = (json.dumps(each(), indent=1, ensure_ascii=False) for each in (listed, grouped))
    return {
        TEMPLATE / "static" / "site.css": "".join([style_sheet(), *sources]),
        TEMPLATE / "static" / "notes.js": f"{NOTES_BEFORE}{json.dumps(notes(), indent=1, ensure_ascii=False)};\n",
        TEMPLATE / "pages.j2": f"{{# Written by `make js` from pages/pages.py. #}}\n{{% set pages = {pages} %}}\n"
        f"{{% set groups = {groups} %}}\n",
    }


def build(target: Path, start: Path) -> None:
    """Build the renderer into `target`, which then holds nothing else, and the start page's script as `start`."""
    for file, text in site().items():
        file.write_text(text)
    (SOURCE / "palette.css").write_text(style_sheet())
    (SOURCE / "vocabulary.json").write_text(json.dumps(vocabulary(), indent=1) + "\n")
    if not (SOURCE / "node_modules").is_dir():
        subprocess.run(
            ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=SOURCE, check=True
        )
    shutil.rmtree(target, ignore_errors=True)
    (target / "static").mkdir(parents=True)
    subprocess.run(["node", str(SOURCE / "build.mjs"), str(target), str(start)], check=True)


if __name__ == "__main__":
    PICTURES.write_text(f"{BEFORE}{json.dumps(start_pictures(), ensure_ascii=False, separators=(',', ':'))};\n")
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT, TEMPLATE / "static" / "start.js")
