"""Every colour once, light and dark, by the role it plays; the browser knows the same roles as custom properties.

The hues are those of the Okabe-Ito set, darkened (on white) or lightened (on the dark plate) until each stands out from
its ground and from every other of its set, also for eyes without red, green or blue cones (tests/figures/
test_palette.py simulates them). A hue always names an expert ("p0" ... "p6") or a policy ("pe", "ml", ...); words
about an expert wear "p0t" ... "p6t". "spare0" ... "spare2" are for policies beyond the paper's six: there are no more
hues that all eyes tell apart, so marker and dash differ as well. "marker" is the reader's hand. Black, white in the
dark, is the truth.
"""

from __future__ import annotations

LIGHT: dict[str, str] = {
    "paper": "#FAF8F4", "plate": "#FFFFFF", "sunk": "#F1EEE7", "rule": "#DDD8CE", "grid": "#E9E6E0",
    "ink": "#1A1A1A", "ink-2": "#4E5055", "ink-3": "#66686D", "edge": "#85878C",
    "marker": "#FFE08A", "marker-soft": "#FFF3CC", "marker-edge": "#B98500", "marker-line": "#FFE08A",
    "good": "#00552F", "good-soft": "#E3F0E8", "bad": "#B53600", "bad-soft": "#FBE7DE", "open-soft": "#ECEBE7",
    "track": "#D9D8D4", "noise": "#8F9196",
    "p0": "#3D76F9", "p1": "#8F2703", "p2": "#199B56", "p3": "#D860CB", "p4": "#AD8E06", "p5": "#035E83",
    "p6": "#330CAF",
    "p0t": "#2460E4", "p1t": "#8F2703", "p2t": "#0F7A41", "p3t": "#A93B9D", "p4t": "#7C6500", "p5t": "#035E83",
    "p6t": "#330CAF",
    "pe": "#CB4003", "ml": "#074BEB", "fb": "#00552F", "rb": "#961F8A", "kp": "#000000", "rd": "#66686D",
    "spare0": "#5B3906", "spare1": "#1279C4", "spare2": "#2B1160",
    "truth": "#000000", "truth-fill": "#E4E1DA",
    "heat0": "#F4EFE4", "heat1": "#EFD9B4", "heat2": "#E8BC84", "heat3": "#DE9A5C", "heat4": "#CC723A",
    "heat5": "#AC4A1E", "heat6": "#7C2808",
}  # fmt: skip
DARK: dict[str, str] = {
    "paper": "#131518", "plate": "#1C1F24", "sunk": "#23272D", "rule": "#363B43", "grid": "#2C3138",
    "ink": "#ECE9E2", "ink-2": "#BDBCB8", "ink-3": "#A3A4A6", "edge": "#7E838A",
    "marker": "#F2C14E", "marker-soft": "#3B3216", "marker-edge": "#F2C14E", "marker-line": "#6B5618",
    "good": "#99DEA4", "good-soft": "#1F3327", "bad": "#FF9466", "bad-soft": "#41251A", "open-soft": "#2C3036",
    "track": "#3D434B", "noise": "#8B9097",
    "p0": "#6688F2", "p1": "#F38A60", "p2": "#58F8B3", "p3": "#C265B5", "p4": "#ECDE60", "p5": "#90D3F4",
    "p6": "#AAAAFE",
    "p0t": "#88A3FF", "p1t": "#F38A60", "p2t": "#58F8B3", "p3t": "#DD86D1", "p4t": "#ECDE60", "p5t": "#90D3F4",
    "p6t": "#B8B8FF",
    "pe": "#FC8447", "ml": "#5C98FF", "fb": "#99DEA4", "rb": "#F3A8F9", "kp": "#FFFFFF", "rd": "#A3A4A6",
    "spare0": "#E9D53F", "spare1": "#56F57E", "spare2": "#C17E63",
    "truth": "#FFFFFF", "truth-fill": "#343A42",
    "heat0": "#2A2A2C", "heat1": "#48342A", "heat2": "#6B4227", "heat3": "#925426", "heat4": "#BC6A2A",
    "heat5": "#E08C45", "heat6": "#FBC58C",
}  # fmt: skip
BAND = {"light": 0.17, "dark": 0.22}  # how faint a band is
HAND = {"light": 0.6, "dark": 0.34}  # how faint a handle's disc is
EXPERTS = tuple(f"p{k}" for k in range(7))
LAB = "body[data-jp-theme-light]:not([data-voila])"  # JupyterLab, where the user's own theme decides
HEAT = tuple(f"heat{k}" for k in range(7))  # cool to warm: even steps of lightness, which all eyes can order


def color(role: str, dark: bool = False) -> str:
    """The colour of a role."""
    colors = DARK if dark else LIGHT
    if role not in colors:
        raise ValueError(f"there is no colour for {role!r}; the roles are {', '.join(colors)}")
    return colors[role]


def expert(index: int, true: bool = False) -> str:
    """The role of the expert with this index; the true one is the truth's."""
    return "truth" if true else EXPERTS[index % len(EXPERTS)]


def words_of(role: str) -> str:
    """The role of words about whatever has this role: an expert's strokes are too light for letters."""
    return f"{role}t" if role in EXPERTS else role


def style_sheet() -> str:
    """The palette as custom properties, for a page that brings none of its own."""

    def block(colors: dict[str, str], side: str) -> str:
        lines = [f"--{role}:{value};" for role, value in colors.items()]
        return "".join([*lines, f"--band:{BAND[side]};--hand:{HAND[side]};"])

    light, dark = block(LIGHT, "light"), block(DARK, "dark")
    chosen = ":where(:root[data-theme=dark]),:where(body[data-jp-theme-light=false])"
    return (
        f":where(:root){{{light}}}\n{chosen}{{{dark}}}\n"
        f"@media (prefers-color-scheme:dark){{:where(:root:not([data-theme=light],:has({LAB}))){{{dark}}}}}\n"
    )
