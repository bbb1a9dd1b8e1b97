"""Pictures as data: marks on panels, described once and drawn by the browser for the hand, by matplotlib for files.

A function returns a `Picture`; `png`, `svg` and `pdf` make files of it, a page (`pegp_lite.pages`) shows it live.
Colours are named by their roles: "ink" and "truth", "p0" to "p6" for priors, a policy's own hue (`Look`); see
`pegp_lite.figures.palette`. `regret_picture`, `trust_picture` and `eliminations_picture` show what `compare` found.
"""

from pegp_lite.figures.marks import (
    Band,
    Bars,
    Handle,
    Hidden,
    Interval,
    Line,
    Points,
    Rule,
    Run,
    Text,
    Wall,
    plain,
    symbol,
)  # fmt: skip
from pegp_lite.figures.paper import pdf, png, svg
from pegp_lite.figures.picture import Axis, Claim, Click, Key, Panel, Picture, Toggle
from pegp_lite.figures.pictures import eliminations_picture, pictures_of, regret_picture, trust_picture, write_figures

__all__ = [
    "Axis",
    "Band",
    "Bars",
    "Claim",
    "Click",
    "Handle",
    "Hidden",
    "Interval",
    "Key",
    "Line",
    "Panel",
    "Picture",
    "Points",
    "Rule",
    "Run",
    "Text",
    "Toggle",
    "Wall",
    "eliminations_picture",
    "pdf",
    "pictures_of",
    "plain",
    "png",
    "regret_picture",
    "svg",
    "symbol",
    "trust_picture",
    "write_figures",
]
