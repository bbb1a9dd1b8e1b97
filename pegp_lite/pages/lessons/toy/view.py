"""Page 05 as a picture: four panels, the claims beside those that are their evidence, and the sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pegp_lite.claims.toy_claims import FB, PE, RANDOM
from pegp_lite.claims.verdicts import Finding
from pegp_lite.figures.picture import Claim, Panel, Picture
from pegp_lite.figures.words import counted, listed, number, within
from pegp_lite.pages.claim_rows import row_of, summed_up
from pegp_lite.pages.lessons.toy.model import KNOWN, STEPS, Played, Settings, played, settings_of
from pegp_lite.pages.lessons.toy.panels import FACES, empty, games, hills, regret, trust

SAID = {
    "1": "PE-GP-UCB ends lowest",
    "2": "Its rivals end close together",
    "3": "Maximum likelihood gets stuck",
    "4": "Regret balancing spreads evenly",
    "5": "PE tries all, keeps the true one",
}
SHORTER = {
    "prior": "expert", " minus ": " − ", "PE-GP-UCB": "PE",
    "by seed: seeds stuck on a wrong expert": "of the games stuck",
    "experts with a tall hill tried": "of the tall hills tried",
    "pooled: share of expert": "of the steps on expert", ", the most used wrong one": "",
    "wrong ones rejected in the first quarter": f"wrong ones out by step {STEPS // 4}",
    "the true expert's share of the last quarter": "true one's share, last quarter",
    "true expert's share of the second half": "true one's share, second half",
}  # fmt: skip
NOBODY = "No expert is in the set. So nobody can play: press a number or a hill to let one in."

NO_POLICY = "All who were chosen to play want to be told the true expert, who is not in the set. So nobody can play."


def toy_picture(state: Mapping[str, Any], covered: bool, replay: str = "") -> Picture:
    """The figure at these settings; `covered`: how the single games ended cannot be told.

    `replay`: the address of the single game that is lit, step by step.
    """
    chosen, game = settings_of(state), int(state["game"])
    if not chosen.experts or not chosen.policies():
        panels: tuple[Panel, ...] = (
            hills(chosen), empty("Regret so far", "Regret"), empty("Whom each policy trusted", "Trust"),
            replace(empty("Every single game", "Games"), covered=covered),
        )  # fmt: skip
        return _picture(panels, NO_POLICY if chosen.experts else NOBODY)
    found = played(chosen)
    rows = {finding.claim.key: _row(finding) for finding in found.findings}
    return _picture(
        (
            hills(chosen),
            replace(regret(found, 0 if covered else game), claims=(rows["1"], rows["2"])),
            replace(trust(found, chosen), claims=(rows["4"], rows["5"])),
            replace(games(found, game, covered, replay), claims=(rows["3"],)),
        ),
        sentence(chosen, found, game, covered),
    )


def _picture(panels: tuple[Panel, ...], said: str) -> Picture:
    return Picture(panels=panels, columns=2, height=640, letters=360, tabs=(1, 3, 2, 0), sentence=said)


def _row(finding: Finding) -> Claim:
    """A claim in a small panel's words."""
    row = row_of(finding, SAID[finding.claim.key])
    words = row.words
    for long, short in SHORTER.items():
        words = words.replace(long, short)
    return replace(row, words=re.sub(r"\] .* less that over PE$", "] their gap less that to PE", words))


def sentence(chosen: Settings, found: Played, game: int, covered: bool) -> str:
    """What came out: who ended where and which claims stand; once uncovered also who wins single games."""
    comparison = found.comparison
    ends = {name: comparison.curve(name) for name in comparison.records}
    order = sorted(found.rivals, key=lambda name: ends[name].mean[-1])
    said = _standing(order, {name: within(ends[name].mean[-1], ends[name].error[-1]) for name in order})
    chance = f"random {number(ends[RANDOM].mean[-1])}" if RANDOM in ends else ""
    floor = f"{number(ends[KNOWN].mean[-1])} when told the true expert" if KNOWN in ends else ""
    beside = ", ".join(word for word in (chance, floor) if word)
    there = "" if chosen.true_expert in chosen.experts else ", who is not in the set"
    start = (
        f"{counted(chosen.seeds, 'game')}, {counted(len(chosen.experts), 'expert')}, "
        f"expert {chosen.true_expert} true{there}. Regret after {STEPS} steps: "
        f"{'; '.join(word for word in (said, beside) if word)}."
    )
    if covered:
        return start
    duel = ""
    if PE in ends and FB in ends:
        worse = int((found.ends(FB) < found.ends(PE)).sum())
        duel = f" Fully Bayesian beats PE-GP-UCB in {worse} of {counted(chosen.seeds, 'game')}."
    over = int((comparison[PE].exhausted_at > 0).sum()) if PE in ends else 0
    ended = f" In {counted(over, 'game')} PE-GP-UCB rejected every expert and stopped." if over else ""
    alone = ""
    if 0 < game <= chosen.seeds:
        each = listed(number(float(found.ends(name)[game - 1])) for name in order)
        alone = f" Game {game} alone, in this order: {each}."
    return f"{start}{duel}{ended}{alone} {summed_up(found.findings)}"


def _standing(order: Sequence[str], ended: Mapping[str, str]) -> str:
    """Who ended where, those that ended alike together."""
    alike = [(text, [FACES[name].label for name in names]) for text, names in groupby(order, ended.__getitem__)]
    return listed(f"{listed(labels)} {text}{' each' if len(labels) > 1 else ''}" for text, labels in alike)


def toy_table(state: Mapping[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """Mean and standard error of cumulative regret at every step, a pair of columns a policy."""
    chosen = settings_of(state)
    if not chosen.experts or not chosen.policies():
        return ["step"], []
    comparison = played(chosen).comparison
    curves = {comparison.label(name): comparison.curve(name) for name in comparison.records}
    header = ["step", *(f"{name} {what}" for name in curves for what in ("mean", "standard error"))]
    columns = [column for curve in curves.values() for column in (curve.mean, curve.error)]
    return header, [[t + 1, *(float(column[t]) for column in columns)] for t in range(STEPS)]
