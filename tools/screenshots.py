"""`make screenshots`: every page at four sizes, before and after its predictions, as PNG files in screenshots/."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from chromium import chromium, visitor  # noqa: E402
from serving import running_app  # noqa: E402

from pegp_lite.pages.pages import PAGES  # noqa: E402

SIZES = {"laptop": (1440, 900), "projector": (1024, 768), "large": (1920, 1080), "phone": (390, 844)}


def main(wanted: list[str]) -> None:
    """Visit each page (or those whose names start with a given word) and photograph it, whole and first screen."""
    target = ROOT / "screenshots"
    target.mkdir(exist_ok=True)
    pages = [page for page in PAGES if not wanted or page.name.startswith(tuple(wanted))]
    with tempfile.TemporaryDirectory() as folder, running_app(Path(folder)) as app, chromium() as browser:
        for size, (width, height) in SIZES.items():
            with visitor(browser, width, height) as visit:
                visit.page.goto(app)
                visit.page.screenshot(path=target / f"start-{size}.png")
                for page in pages:
                    visit.open(f"{app}/voila/render/{page.name}.ipynb")
                    visit.page.wait_for_timeout(800)
                    visit.page.screenshot(path=target / f"{page.name}-{size}-asked.png")
                    visit.uncover()
                    visit.page.wait_for_timeout(800)
                    visit.page.evaluate("scrollTo(0, 0)")
                    visit.page.screenshot(path=target / f"{page.name}-{size}-told.png")
                    visit.page.screenshot(path=target / f"{page.name}-{size}-whole.png", full_page=True)
                    print(f"{page.name} {size}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
