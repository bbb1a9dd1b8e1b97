"""Page 10 for other programs and for the eye: the CSVs, and the sheet as it was understood."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from pegp_lite.pages.lessons.own.model import Found
from pegp_lite.pages.page import Table
from pegp_lite.problems.sensors.contest import SensorGame
from pegp_lite.study.results.exports import prior_rows, query_rows, regret_rows

WHO, REGRET, TRUST = TABLES = ("who was asked when", "regret", "trust in the days")
SEEN_COLUMNS, SEEN_LETTERS, SEEN_LINES = 12, 24, 6


def own_table(found: Found, which: str) -> Table:
    """One of the tables of `pegp run`, or the trouble in place of it."""
    if found.game is None or found.played is None:
        return ("what", "said"), [("trouble", found.trouble), ("file", found.sheet.name if found.sheet else "none")]
    rows: Iterable[dict[str, Any]]
    if which == REGRET:
        rows = regret_rows(found.played)
    elif which == TRUST:
        rows = prior_rows(found.played)
    else:
        rows = query_rows(found.played, _made_by(found.game))
    listed = list(rows)
    return [harmless(name) for name in listed[0]], [[harmless(cell) for cell in row.values()] for row in listed]


def own_facts(found: Found) -> dict[str, str]:
    """What the settings do not tell of a download: the file, and what was played of it."""
    if found.game is None:
        return {"file": found.sheet.name if found.sheet else "none"}
    game = found.game
    return {
        "file": game.table.source,
        "sha256": game.table.checksum,
        "played": f"{game.test_day} in {game.problem.n_steps} steps of {game.table.bin_minutes} min",
        "learnt from": ", ".join(map(str, game.training_days)),
        "sensors": "; ".join(game.sensors),
        "unit": game.table.unit or "not given",
    }


def harmless(cell: Any) -> Any:
    """A file's word that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def sheet_page(found: Found) -> str:
    """What was understood, and the sheet's first rows with the part each column plays, as HTML."""
    if found.sheet is None:
        return _paragraph("No file yet.")
    if found.reading is None:
        lines = found.sheet.content[:4000].decode("utf-8", "replace").splitlines()[:SEEN_LINES]
        cut = "\n".join("".join(c if c.isprintable() else "·" for c in line[:160]) for line in lines)
        return _paragraph(found.trouble) + f'<pre tabindex="0">{escape(cut)}</pre>'
    understood = found.reading.understanding
    notes = () if found.game is None else found.game.notes
    said = "".join(f"<li>{escape(each)}</li>" for each in (*found.reading.sentences(), *notes))
    part = dict.fromkeys(understood.time_columns, "time")
    roles = ("name of the sensor", "reading") if understood.form == "long" else ("sensor",) * len(understood.columns)
    part |= dict(zip(understood.columns, roles, strict=True))
    part |= {each.column: "not taken" for each in understood.ignored}
    return f"<ul>{said}</ul>{_grid(understood.preview, part)}{_limits(found)}"


def _grid(preview: tuple[tuple[str, ...], ...], part: dict[str, str]) -> str:
    if not preview:
        return ""
    header, *rows = (row[:SEEN_COLUMNS] for row in preview)
    more = len(preview[0]) - len(header)
    parts = "".join(f"<td>{escape(part.get(name, ''))}</td>" for name in header)
    heads = "".join(f"<th scope=col>{escape(name[:SEEN_LETTERS])}</th>" for name in header)
    cells = ("".join(f"<td>{escape(cell[:SEEN_LETTERS])}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    left = _paragraph(f"and {more:,} more columns") if more > 0 else ""
    return (
        '<div class="pegp-scroll" tabindex="0" role="region" aria-label="the first rows of the file"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody><tr class=part>{parts}</tr>{body}</tbody></table></div>{left}"
    )


def _limits(found: Found) -> str:
    sentences = "".join(f"<li>{escape(each)}</li>" for each in found.not_told)
    return f"{_paragraph('What the theorem does not cover here:')}<ul>{sentences}</ul>" if sentences else ""


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _made_by(game: SensorGame) -> dict[str, Any]:
    return {
        "sensors": list(game.sensors),
        "first_step": str(game.test_day),
        "step_minutes": game.table.bin_minutes,
        "unit_offset": game.unit_offset,
    }
