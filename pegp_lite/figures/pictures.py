"""The pictures of one comparison: regret, which priors were trusted, when they were rejected; and all as files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pegp_lite.figures.eliminations import eliminations_panel, eliminations_sentence
from pegp_lite.figures.limits import round_limits
from pegp_lite.figures.marks import Run
from pegp_lite.figures.paper import png, svg
from pegp_lite.figures.picture import Axis, Panel, Picture
from pegp_lite.figures.regret import reached, regret_panel, regret_sentence
from pegp_lite.figures.trust import trust_panel, trust_sentence
from pegp_lite.figures.words import counted
from pegp_lite.study.compare import Comparison
from pegp_lite.study.results.piece_files import slug
from pegp_lite.writing import write_atomically

BAR, ROW = 17.0, 34.0  # pixels of a policy's bar with its name, and of a prior's row of eliminations
TALLEST = 2400.0


def regret_picture(comparison: Comparison) -> Picture:
    """Mean regret of every policy over time with its standard error, as the `comparison` has it.

    Cumulative; with a unit of its own, the average a step. A policy that ends far above all others is cut off.
    Returns a `Picture`, for `png`, `svg`, `pdf` and pages.

    >>> from pegp_lite import PriorElimination, Random, compare
    >>> from pegp_lite.problems.toy import toy
    >>> found = compare(toy(seeds=3, T=20, points=61), [PriorElimination(), Random()])
    >>> regret_picture(found).sentence
    'After 20 steps the mean cumulative regret of 3 seeds is ... for PE-GP-UCB and ... for random.'
    """
    average = bool(comparison.unit)  # in a unit of its own, regret a step is what the paper plots
    found = {name: comparison.curve(name, "average" if average else "cumulative") for name in comparison.records}
    steps, top = comparison.n_steps, round_limits(0, reached(found.values()))[1]
    panel = regret_panel(
        {comparison.faces[name]: each for name, each in found.items()},
        Axis(low=1, high=max(steps, 2), name="step t", ticks=6 if steps > 6 else tuple(range(1, steps + 1))),
        Axis(low=0, high=top),
        every=max(1, round(steps / 6)),
        title=f"{'Average regret Rₜ / t' if average else 'Cumulative regret Rₜ'}"
        + (f" ({comparison.unit})" if comparison.unit else ""),
        note="mean, band: one standard error" if comparison.seeds > 1 else "",
    )
    said = regret_sentence({comparison.label(name): each for name, each in found.items()}, average, comparison.unit)
    return _framed(comparison, panel, said)


def trust_picture(comparison: Comparison) -> Picture:
    """Which prior each policy of the `comparison` trusted on how many of its steps.

    Policies that trust no single prior, or were told the true one, are left out; if that leaves nobody, this raises
    ValueError. Returns a `Picture`.

    >>> from pegp_lite import PriorElimination, compare
    >>> from pegp_lite.problems.toy import toy
    >>> trust_picture(compare(toy(seeds=3, T=20, points=61), [PriorElimination()])).sentence
    'PE-GP-UCB trusted prior ... on ...% of its steps...'
    """
    shares = {name: comparison.shares(name) for name in trusting(comparison)}
    if not shares:
        raise ValueError(f"none of {', '.join(comparison.records)} chose whom to trust, so there is nothing to draw")
    names, true = comparison.prior_names, comparison.true_prior
    panel = trust_panel(
        {comparison.faces[name]: share for name, share in shares.items()},
        names,
        [f"{name} (true)" if p == true else name for p, name in enumerate(names)],
        true=true,
        note="share of its steps on each prior",
        flat=True,
    )
    said = trust_sentence({comparison.label(name): share for name, share in shares.items()}, names, true)
    return _framed(comparison, panel, said, rows=len(names) * (BAR * len(shares) + 8))


def eliminations_picture(comparison: Comparison, policy: str) -> Picture:
    """When each prior was rejected by one `policy` of the `comparison`. Returns a `Picture`.

    >>> from pegp_lite import PriorElimination, compare
    >>> from pegp_lite.problems.toy import toy
    >>> found = compare(toy(seeds=3, T=20, points=61), [PriorElimination()])
    >>> eliminations_picture(found, "PriorElimination").sentence
    'By step 20, ... of 11 priors are out in at least half of 3 seeds: ...'
    """
    gone = comparison[policy].eliminated_at
    of = gone, comparison.prior_names, comparison.n_steps, comparison.true_prior
    rows = len(comparison.prior_names) * ROW
    return _framed(comparison, eliminations_panel(*of), eliminations_sentence(*of), comparison.label(policy), rows)


def pictures_of(comparison: Comparison) -> dict[str, Picture]:
    """All of a `comparison`'s pictures by name: regret, selection, and eliminations of who rejected anybody.

    >>> from pegp_lite import Random, compare
    >>> from pegp_lite.problems.toy import toy
    >>> list(pictures_of(compare(toy(seeds=3, T=20, points=61), [Random()])))
    ['regret']
    """
    found = {"regret": regret_picture(comparison)}
    if trusting(comparison):
        found["selection"] = trust_picture(comparison)
    for name, record in comparison.records.items():
        if record.eliminated_at.any():
            found[f"eliminations_{slug(name)}"] = eliminations_picture(comparison, name)
    return found


def write_figures(comparison: Comparison, folder: Path) -> list[Path]:
    """Write all pictures of a `comparison` into a `folder` as PNG and SVG. Returns the files' paths.

    >>> from pegp_lite import Random, compare
    >>> from pegp_lite.problems.toy import toy
    >>> [path.name for path in write_figures(compare(toy(seeds=3, T=20, points=61), [Random()]), Path())]
    ['regret.png', 'regret.svg']
    """
    written = []
    for name, picture in pictures_of(comparison).items():
        for ending, content in (("png", png(picture)), ("svg", svg(picture))):
            written.append(folder / f"{name}.{ending}")
            write_atomically(written[-1], content)
    return written


def trusting(comparison: Comparison) -> list[str]:
    """The policies of a `comparison` that chose a prior to trust themselves."""
    told = {name for name, policy in comparison.policies.items() if policy.needs_true_prior}
    return [name for name in comparison.records if name not in told and np.isfinite(comparison.shares(name)).any()]


def _framed(comparison: Comparison, panel: Panel, said: str, more: str = "", rows: float = 380.0) -> Picture:
    """A picture with the data's name on its face, loud where they are synthetic."""
    words = ", ".join(word for word in (comparison.title, more, counted(comparison.seeds, "seed")) if word)
    loud = "bad" if "synthetic" in comparison.title else "ink"
    height = float(np.clip(rows + 100, 240, TALLEST))
    return Picture(panels=(panel,), title=(Run(words, color=loud, bold=True),), sentence=said, height=height)
