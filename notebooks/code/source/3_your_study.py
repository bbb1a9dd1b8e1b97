# %% [markdown]
# # Your study
#
# Experts of your own, a policy of your own, a hundred games on the same luck, and what a paper wants of them: a table, a
# sentence that holds, a figure, and a map of where it holds.

# %%
from pathlib import Path

import numpy as np
from IPython.display import Image

from pegp_lite import FullyBayesian, Prior, PriorElimination, Problem, Random, compare, draw_functions, matern
from pegp_lite.exercises import your_study as check
from pegp_lite.figures import png, regret_picture, write_figures
from pegp_lite.study.sweep import sweep

# %% [markdown]
# ## 1. Your experts
#
# A prior is a mean, a covariance over the points and a forgetting rate. This one promises a hill, and rough ground around
# it: a Matérn kernel of smoothness 1.5 and length 0.2.

# %%
x, T = check.X, check.T
print(f"{len(x)} points between {x[0]:g} and {x[-1]:g}, {T} steps")


# %%
def expert(name, at, height, epsilon):
    """A prior that promises a hill of some height."""
    hill = height * np.exp(-((x - at) ** 2) / 0.01)
    # BLANK: a Prior with this mean, matern(x, 1.5, 0.2), and epsilon
    return Prior(name, hill, matern(x, 1.5, 0.2), epsilon)
    # END


# %%
expert = check.expert(expert)

# %% [markdown]
# ## 2. Your game
#
# Three experts, the second of whom is right. Every seed has a function of its own, drawn from that expert, and all policies
# will meet the same ones. `seeds` says how many games, `seed` which luck.


# %%
def game(height=3.0, epsilon=0.02, seeds=30, seed=0):
    priors = [expert(f"hill at {at}", at, height, epsilon) for at in (0.2, 0.5, 0.8)]
    # BLANK: a generator for each s from [seed, s]; truths = draw_functions(...); return Problem(..., true_prior=1)
    generators = [np.random.default_rng([seed, s]) for s in range(seeds)]
    truths = draw_functions(priors[1], T, generators)
    return Problem(priors, truths, noise_std=0.1, true_prior=1)
    # END


# %%
game = check.game(game)

# %% [markdown]
# ## 3. Your policy
#
# PE-GP-UCB trusts whoever promises most. What if the living experts simply took turns? A policy is a class; `candidates` says
# whom it would trust now, for all its games at once: `view.alive` and `view.uses` have a row for each of them. The rest,
# line 12 included, it inherits.


# %%
class TurnByTurn(PriorElimination):
    name = "turn by turn"

    def candidates(self, view):
        # BLANK: the living prior that was trusted least, in each row; view.only(...) makes booleans of it
        uses = np.where(view.alive, view.uses, np.inf)
        return view.only(uses.argmin(axis=1))
        # END


# %%
TurnByTurn = check.policy(TurnByTurn)

# %% [markdown]
# ## 4. A hundred games on the same luck

# %%
policies = {"PE-GP-UCB": PriorElimination(), "turn by turn": TurnByTurn(), "fully Bayesian": FullyBayesian()}
comparison = compare(game(seeds=100), policies | {"random": Random()})
print(comparison.seeds, "seeds,", comparison.n_steps, "steps,", len(comparison.records), "policies")


# %%
def row(comparison, name):
    """Mean cumulative regret at the end, and its standard error."""
    # BLANK: from comparison.curve(name)
    curve = comparison.curve(name)
    return curve.mean[-1], curve.error[-1]
    # END


# %%
row = check.row(row)

# %%
print(r"policy & regret \\ \hline")
for name in comparison.records:
    mean, error = row(comparison, name)
    print(rf"{name} & ${mean:.2f} \pm {error:.2f}$ \\")

# %% [markdown]
# ## 5. A sentence that holds
#
# Two policies that met the same luck can be compared seed by seed. `comparison.versus(one, other)` is the difference of
# their regrets with a 95% interval, at every step.


# %%
def sure(comparison, one, other):
    """Whether the regret of `one` is lower at the end, beyond luck."""
    # BLANK: from comparison.versus(one, other)
    apart = comparison.versus(one, other)
    return bool(apart.high[-1] < 0)
    # END


# %%
sure = check.sure(sure)

# %%
for other in ("turn by turn", "fully Bayesian", "random"):
    apart = comparison.versus("PE-GP-UCB", other)
    words = "lower, beyond luck" if sure(comparison, "PE-GP-UCB", other) else "not lower beyond luck"
    print(f"PE-GP-UCB minus {other}: {apart.mean[-1]:.2f} [{apart.low[-1]:.2f}, {apart.high[-1]:.2f}], {words}")

# %% [markdown]
# ## 6. A figure
#
# SVG for the paper, PNG for the slides: regret with its error, whom each policy trusted, when priors were rejected. A
# picture is data, with a sentence that says what it shows; `png`, `svg` and `pdf` make files of it.

# %%
titled = comparison.presented(1.0, "", "three hills")
folder = Path("figures")
folder.mkdir(exist_ok=True)
written = write_figures(titled, folder)
print([path.name for path in written if path.stem in ("regret", "selection")])

# %%
picture = regret_picture(titled)
print(picture.sentence)
Image(data=png(picture), width=760)

# %% [markdown]
# ## 7. Where does it hold?
#
# One setting is one setting. A sweep plays every combination on the same luck, on all cores if you let it (`workers`), and
# writes each cell as it is finished if you name a folder (`out`).

# %%
found = sweep(game, {"height": [1.0, 3.0, 6.0], "epsilon": [0.0, 0.1]}, policies, seeds=30, workers=1)
print(found.table()[["height", "epsilon", *policies, "best"]].round(2).to_string(index=False))

# %%
lead = found.versus("PE-GP-UCB", "fully Bayesian")
for cell in range(lead.sizes["cell"]):
    at = lead.isel(cell=cell)
    where = f"height {float(at.height):g}, epsilon {float(at.epsilon):g}"
    print(f"{where}: {float(at['mean']):.2f} [{float(at.low):.2f}, {float(at.high):.2f}]")

# %% [markdown]
# **Change these lines and see:** more seeds (which of the sentences in section 5 change?), hills of other heights in one game
# (the highest boaster is wrong: who suffers?), a `TurnByTurn` that also inherits nothing, `class TurnByTurn(Policy)`: without
# line 12 nobody is ever rejected.
