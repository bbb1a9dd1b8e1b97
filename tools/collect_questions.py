"""Write the list of the pages' predictions (pegp_lite/pages/questions.json) from the lessons themselves."""

from __future__ import annotations

import importlib
import json
from typing import Any

from pegp_lite.pages.ask import Prediction
from pegp_lite.pages.pages import PAGES
from pegp_lite.pages.questions import FILE


def collected() -> dict[str, dict[str, Any]]:
    """Every prediction by its id, in the order of the pages."""
    found = {}
    for page in PAGES:
        lesson = getattr(importlib.import_module(page.module), page.function)(query="")
        for asked in (part for part in vars(lesson).values() if isinstance(part, Prediction)):
            about = {"words": asked.question, "options": list(asked.options), "right": asked.right}
            found[f"{page.name}/{asked.card['id']}"] = about
    return found


def written(found: dict[str, dict[str, Any]]) -> str:
    """As it stands in the file."""
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(collected()), encoding="utf-8")
    print(FILE.name)
