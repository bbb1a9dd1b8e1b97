"""What a game made from readings takes for granted, said with this table's own numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pegp_lite.problems.sensors.contest import SensorGame
from pegp_lite.shown import shown

APART = 0.5  # share of the readings' deviation by which sensors must differ all the time to be worth a word


def cautions(game: SensorGame) -> list[str]:
    """Sentences about assumptions that the readings cannot confirm; each names the option that changes it."""
    return [*_noise(game), *_gaps(game), *_levels(game)]


def _noise(game: SensorGame) -> Iterator[str]:
    deviation = f"{shown(game.problem.noise_std * game.unit_scale, 2)} {game.table.unit}".strip()
    yield (
        f"The noise of a reading, {deviation}, is an assumption and was not measured; widths and rejections depend on "
        "it (--noise, in deviations of the training readings)."
    )


def _gaps(game: SensorGame) -> Iterator[str]:
    rows = game.table.readings[game.table.rows_of(game.test_day)][: game.problem.n_steps]
    share = float(np.isnan(rows).mean())
    if share and game.problem.available is None:
        yield (
            f"{share:.1%} of the test day are lines drawn across gaps, and regret is measured against them as if they "
            "had been read (--only-measured closes a sensor there)."
        )


def _levels(game: SensorGame) -> Iterator[str]:
    if any(prior.mean.any() for prior in game.problem.priors):
        return
    seen = np.concatenate([game.table.readings[game.table.rows_of(day)] for day in game.training_days])
    levels = np.nanmean(seen, axis=0)
    if np.nanstd(levels) > APART * game.unit_scale:
        high, low = (game.sensors[int(pick(levels))] for pick in (np.nanargmax, np.nanargmin))
        yield (
            f'Sensors differ all the time ("{high}" reads {shown(np.nanmax(levels))} on average, "{low}" '
            f"{shown(np.nanmin(levels))}), which priors of mean zero cannot know: the true prior is hardly among them "
            "(--mean day or --mean hour tells them)."
        )
