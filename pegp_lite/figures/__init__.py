"""Pictures of games and priors: each draws on an Axes it is given and can be updated in place.

`draw_x(ax, ...)` returns an object whose `update(...)` gives the artists new data and whose `describe()` says in
one sentence what they show. `Canvas` keeps a figure and turns it into PNG or SVG. Nothing here uses pyplot.
"""

from pegp_lite.figures.canvas import Canvas
from pegp_lite.figures.drawing import Drawing
from pegp_lite.figures.elimination import draw_eliminations
from pegp_lite.figures.floor import draw_floor
from pegp_lite.figures.posterior import draw_posterior
from pegp_lite.figures.priors import draw_prior_means
from pegp_lite.figures.regret import Curve, curve_of, draw_regret
from pegp_lite.figures.selection import draw_selection, shares_of
from pegp_lite.figures.star_diamond import draw_allowance, draw_star_diamond
from pegp_lite.figures.style import apply_style, badge, policy_look, prior_look

__all__ = [
    "Canvas",
    "Curve",
    "Drawing",
    "apply_style",
    "badge",
    "curve_of",
    "draw_allowance",
    "draw_eliminations",
    "draw_floor",
    "draw_posterior",
    "draw_prior_means",
    "draw_regret",
    "draw_selection",
    "draw_star_diamond",
    "policy_look",
    "prior_look",
    "shares_of",
]
