"""Page 10 as a reader meets it: a file chosen, looked at, corrected, played and saved; and files meant to do harm."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import numpy as np
from chromium import Visit, visitor
from playwright.sync_api import Browser

from pegp_lite.problems.sensors.examples import example_csv

SAYS = "word => document.querySelector('.pegp-sentence').innerText.includes(word)"
STATUS = "word => document.querySelector('.pegp-upload [role=status]').innerText.includes(word)"


def opened(visit: Visit, app: str) -> None:
    visit.page.on("dialog", lambda dialog: visit.errors.append(f"a script ran: {dialog.message}"))
    visit.open(f"{app}/voila/render/10_your_own_data.ipynb")
    visit.page.get_by_role("button", name="Just show me").click()
    visit.page.wait_for_function("() => !document.querySelector('.pegp-veil')")
    visit.settle()


def choose(visit: Visit, path: Path) -> None:
    visit.page.locator(".pegp-upload input").set_input_files(path)


def meters(path: Path, days: int = 3, step: int = 30) -> Path:
    """Three houses as a German sheet has them: with a total, and dates that do not tell day from month."""
    rng = np.random.default_rng(1)
    lines = ["Datum;Haus 1 [kWh];Haus 2 [kWh];Haus 3 [kWh];TOTAL"]
    for k in range(days * 1440 // step):
        time = (np.datetime64("2023-03-04T00:00") + step * k).item()
        use = np.round(rng.gamma(2.0, [0.5, 1.0, 2.0]), 3)
        cells = [time.strftime("%d/%m/%Y %H:%M"), *map(str, use), f"{use.sum():.3f}"]
        lines.append(";".join(cell.replace(".", ",") for cell in cells))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_file_is_chosen_looked_at_corrected_played_and_saved(app: str, browser: Browser, tmp_path: Path) -> None:
    with visitor(browser) as visit:
        opened(visit, app)
        choose(visit, meters(tmp_path / "meters.csv"))
        visit.page.wait_for_function(SAYS, arg="--time-format")
        visit.settle()
        assert "04/03/2023" in visit.page.locator(".pegp-sheet").inner_text()
        visit.page.locator(".pegp-more").click()
        field = visit.page.get_by_label("dates are written", exact=True)
        field.fill("dmy")
        field.press("Enter")
        visit.page.wait_for_function(SAYS, arg="meters.csv, 6 March 2023, until 24:00: in 48 steps of 30 min")
        visit.settle()
        assert "kWh" in visit.sentence
        sheet = visit.page.locator(".pegp-sheet").inner_text()
        for word in ("Haus 1 [kWh]", "TOTAL", "not taken", "sensor", "time", "day first"):
            assert word in sheet
        assert "°" not in visit.page.locator(".pegp-figure").inner_text()
        visit.page.get_by_role("button", name="Download").click()
        with visit.page.expect_download() as caught:
            visit.page.get_by_role("menuitem", name="CSV").click()
        target = tmp_path / "saved.csv"
        caught.value.save_as(target)
        rows = list(csv.DictReader(x for x in io.StringIO(target.read_text("utf-8")) if not x.startswith("# ")))
        assert {row["name"] for row in rows} <= {"Haus 1", "Haus 2", "Haus 3"}
        assert rows[1]["time"] == "2023-03-06 00:30"
        visit.assert_clean()


def test_a_file_of_nearly_the_limit_arrives_whole(app: str, browser: Browser, tmp_path: Path) -> None:
    path = meters(tmp_path / "long.csv", days=160, step=5)
    assert 1.5 * 2**20 < path.stat().st_size < 2**21
    with visitor(browser) as visit:
        opened(visit, app)
        choose(visit, path)
        visit.page.wait_for_function(STATUS, arg=f"{path.stat().st_size:,} bytes")
        visit.page.wait_for_function(SAYS, arg="long.csv, 10 August 2023, until 24:00")
        visit.assert_clean()


def hostile(folder: Path) -> dict[str, tuple[Path, str, str]]:
    """Files by kind, with where a word is said about each: beside the button, or under the figure."""
    found = {}
    large = folder / "large.csv"
    with large.open("wb") as stream:
        stream.truncate(50 << 20)
    found["50 MB"] = large, STATUS, "50 MB"
    bomb = folder / "bomb.csv"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.csv", bytes(200 << 20))
    found["zip bomb"] = bomb, SAYS, "zip archive"
    wide = folder / "wide.csv"
    wide.write_text(",".join(["time", *map(str, range(10_000))]) + "\n" + ",".join(["1"] * 10_001) + "\n")
    found["10,000 columns"] = wide, SAYS, "columns"
    formula = folder / "formula.csv"
    formula.write_text(example_csv().replace("south [°C]", "=cmd|' /C calc'!A0"), encoding="utf-8")
    found["formulas"] = formula, SAYS, "a name was wanted"
    script = folder / "<img src=x onerror=alert(1)>.csv"
    header = "<script>alert(1)</script><img src=x onerror=alert(2)> [°C]"
    script.write_text(example_csv().replace("north [°C]", header), encoding="utf-8")
    found["script"] = script, SAYS, "<img src=x onerror=alert(1)>.csv, 11 May 2024"
    empty = folder / "empty.csv"
    empty.touch()
    found["empty"] = empty, STATUS, "is empty"
    return found


def test_hostile_files_get_a_sentence_and_the_page_lives_on(app: str, browser: Browser, tmp_path: Path) -> None:
    with visitor(browser) as visit:
        opened(visit, app)
        for path, where, word in hostile(tmp_path).values():
            choose(visit, path)
            visit.page.wait_for_function(where, arg=word)
        assert visit.page.locator(".pegp-sheet img, .pegp-sheet script").count() == 0
        choose(visit, meters(tmp_path / "meters.csv"))
        visit.page.wait_for_function(SAYS, arg="meters.csv, line 2")
        visit.page.get_by_role("button", name="Reset").click()
        visit.page.wait_for_function(SAYS, arg="simulated_office.csv, 11 May 2024")
        visit.assert_clean()
