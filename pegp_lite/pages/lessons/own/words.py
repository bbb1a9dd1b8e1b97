"""Page 10 in sentences: what was played, and what stands in the way where nothing was."""

from __future__ import annotations

import numpy as np

from pegp_lite.bandit.record import Record
from pegp_lite.checks import Floats
from pegp_lite.figures.words import counted, listed, number, percent
from pegp_lite.pages.lessons.own.model import Found, clock
from pegp_lite.problems.sensors.contest import SensorGame
from pegp_lite.study.compare import Comparison

PE = "PriorElimination"
LONGEST = 18  # letters of a file's name for something
SETTING = {  # by the name of the option that an error speaks of
    **{"sep": "columns apart by", "decimal": "decimal mark", "time_format": "dates are written", "long": "rows hold"},
    **{"sensors": "only these sensors", "ignore": "not sensors", "unit": "unit", "time": "columns of the time"},
    **{"missing": "means no reading", "encoding": "encoding", "header": "line of the names", "wide": "rows hold"},
    **{"bin_minutes": "minutes a step", "min_coverage": "readings a sensor must have", "test_day": "day to play"},
}


def said(game: SensorGame, played: Comparison, t: int) -> str:
    """The sentence: who was asked most, what it cost, whom it was trusted to."""
    record = played[PE]
    ends = {name: float(played.regret(name)[:, t - 1].mean()) for name in played.records}
    best = min(ends, key=lambda name: ends[name])
    ours, least = amount(game, ends[PE]), amount(game, ends[best])
    others = f"{played.label(best)}’s to {least}" if ours != least else "as low as any"
    rank = "the least of all" if best == PE else others
    asked = record.points[:, :t]
    counts = np.bincount(asked[asked >= 0], minlength=len(game.sensors))
    most = int(counts.argmax())
    shares = trusted(record, t, len(played.prior_names))
    leader = int(shares.argmax())
    gone = sorted({p for s, p in np.argwhere((record.eliminated_at > 0) & (record.eliminated_at <= t)).tolist()})
    lost = f" Rejected in some game: {listed(played.prior_names[p] for p in gone)}." if gone else ""
    empty = int(((record.exhausted_at > 0) & (record.exhausted_at <= t)).sum())
    ran_out = f" {counted(empty, 'game')} ran out of experts, which says that none was right." if empty else ""
    steps = f"{counted(t, 'step')} of {game.table.bin_minutes} min"
    return (
        f"{game.label}, until {clock(game, t + 1)}: in {steps} PE-GP-UCB’s regret sums to "
        f"{ours}, {rank} (means of {played.seeds} games). It asked "
        f"“{short(game.sensors[most])}” most, {percent(counts[most] / max(1, counts.sum()))} of the time, and trusted "
        f"{played.prior_names[leader]} most, {percent(shares[leader])}.{lost}{ran_out}"
    )


def trusted(record: Record, t: int, priors: int) -> Floats:
    """Each day's share of the first t steps of all games, (P,)."""
    chosen = record.chosen_priors[:, :t]
    counts = np.bincount(chosen[chosen >= 0], minlength=priors)
    shares: Floats = counts / max(1, counts.sum())
    return shares


def introduced(game: SensorGame) -> str:
    """What is played, before the reader has answered."""
    unit = f" in {game.table.unit}" if game.table.unit else ", in a unit that the file does not name"
    later = sum(day > game.test_day for day in game.training_days)
    days = counted(len(game.training_days), "other day" if later else "earlier day")
    return (
        f"{game.label}: {counted(len(game.sensors), 'sensor')}{unit}, a step every {game.table.bin_minutes} min. "
        f"{days} of the file each make an expert on this one."
    )


def asked_for(found: Found) -> str:
    """Why nothing is played, and the setting that helps."""
    named = dict.fromkeys(f"“{SETTING[each]}”" for each in found.options if each in SETTING)
    here = "those are the settings" if len(named) > 1 else "that is the setting"
    where = f" Here {here} {listed(named)}, behind the button below." if named else ""
    return f"{found.trouble.rstrip('.')}.{where}"


def amount(game: SensorGame, value: float) -> str:
    """A difference of readings in the file's unit."""
    return f"{number(value)} {short(game.table.unit)}".strip()


def short(name: str) -> str:
    """A name of the file's, cut where it is long."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
