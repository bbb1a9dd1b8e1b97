"""A small page with everything a figure can do, for the tests that touch it; its source becomes a notebook's cell."""

from __future__ import annotations

import ipywidgets as widgets
import numpy as np

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
    symbol,
)  # fmt: skip
from pegp_lite.figures.picture import Axis, Claim, Click, Key, Panel, Picture
from pegp_lite.pages.live import Hand, LiveFigure

X = np.linspace(0, 1, 101)
HILL = 4 * np.exp(-0.5 * ((X - 0.3) / 0.1) ** 2)
WIDTH = 0.4 + np.abs(np.sin(np.pi * X))
TRACK, NOISE = 2.4, 0.48


def example_picture(x: float = 0.3, y: float = 2.0, covered: bool = False, pressed: str = "nothing") -> Picture:
    """Two bands and a point to be dragged; the account below; a panel to press in; games with claims."""
    mean = float(np.interp(x, X, HILL))
    error = y - mean
    out = abs(error) > TRACK + NOISE
    glyph = "diamond" if out else "star"
    top = Panel(
        x=Axis(low=0, high=1, name=("place ", symbol("x")), tell="x"),
        y=Axis(low=-3, high=7, name=("value ", symbol("y"))),
        marks=(
            Hidden(low=0.6, high=0.7, label="hidden now"),
            Band(x=X, low=-WIDTH - 0.5, high=WIDTH, color="p1", name="GP2"),
            Band(x=X, low=HILL - WIDTH, high=HILL + WIDTH, color="p0", name="GP1"),
            Line(x=X, y=0 * X, spread=WIDTH, color="p1", dash=(9, 5), name="GP2"),
            Line(x=X, y=HILL, spread=WIDTH, color="p0", width=3, name="GP1"),
            Points(x=[0.02, 0.55, 0.95], y=[0.2, -0.2, 0.3]),
            Text(x=0.42, y=5.2, words="GP1 promises a hill here", color="p0t", bold=True),
            *(
                ()
                if covered
                else (
                    Wall(at=x, start=mean, track=TRACK, noise=NOISE, error=error, color="p0", upright=True),
                    Text(x=0.48, y=3.6, words=("error ", symbol("η"), f" = {error:.2f}"), to_x=0.4, to_y=3.3),
                )
            ),
            Handle(
                x=x, y=y, key="point", name="the observation", words=f"x = {x:.2f}, y = {y:.1f}",
                reach_x=(0, 1), reach_y=(-3, 7), step_x=0.01, step_y=0.1,
                glyph="ring" if covered else glyph, letter="?" if covered else "",
            ),
        ),
        share=2,
    )  # fmt: skip
    verdict = Run("✗ out", "bad", bold=True) if out else Run("✓ kept", "good", bold=True)
    account = Panel(
        title="Each expert’s account",
        note="error so far, and the wall",
        x=Axis(low=0, high=6, ticks=(), line=False),
        y=Axis(
            low=1.5, high=-0.5, ticks=(0, 1), grid=False,
            labels=((Run("GP1  ", "p0t", bold=True), verdict), (Run("GP2  ", "p1t", bold=True), "– not tested")),
        ),
        marks=(
            Wall(
                at=0, track=TRACK, noise=NOISE, error=error, color="p0",
                words=(Run(f"{abs(error):.2f}", bold=True), " of 2.88"),
            ),
            Wall(at=1, track=TRACK, noise=NOISE, error=9.0, color="p1", faint=True, words="9.00 of 2.88"),
        ),
        covered=covered,
    )  # fmt: skip
    steps = np.arange(1, 21)
    games = tuple(f"game {k}" for k in range(6))
    rest = Panel(
        title="Regret so far",
        x=Axis(low=1, high=1000, log=True, name="step", tell="step"),
        y=Axis(low=0, high=40),
        marks=(
            *(
                Line(x=steps * 50, y=np.sqrt(steps) * (k + 1) / 2, color="pe", width=1, when=game)
                for k, game in enumerate(games)
            ),
            Line(
                x=steps * 50, y=6 * np.sqrt(steps), color="ml", dash=(8, 4), marker="square", every=5,
                name="likelihood", label="likelihood",
            ),
            Line(
                x=steps * 50, y=5.8 * np.sqrt(steps), color="pe", width=3.2,
                name="PE-GP-UCB", label="PE-GP-UCB", bold=True, key="PE",
            ),
        ),
        claims=(
            Claim(
                number="1", text="It ends lowest", verdict="open", chip="cannot be told",
                words="−4.5 [−12.7, 3.7]", low=-12.7, middle=-4.5, high=3.7, deciding=0.0,
            ),
        ),
        dense=True,
    )  # fmt: skip
    dots = Panel(
        title="Every game",
        x=Axis(low=0, high=1, name="regret"),
        y=Axis(low=0, high=3, ticks=()),
        marks=(
            Rule(at=0.5, color="ink", width=3, start=0.5, end=1.5),
            Points(x=np.linspace(0.1, 0.9, 6), y=np.ones(6), color="pe", names=games, keys=games),
            Bars(
                x0=[0, 0.2], x1=[0.2, 0.4], y0=[2, 2], y1=[2.6, 2.4], color=("p2", "p3"), edge="plate", gap=1,
                names=("two", "three"), keys=("b2", "b3"),
            ),
            Interval(low=0.6, middle=0.7, high=0.9, at=2.3),
        ),
        click=Click(key="look", name="where you would look"),
        dense=True,
    )  # fmt: skip
    said = "The answer is covered." if covered else f"A {glyph} at x = {x:.2f}, y = {y:.1f}; pressed {pressed}."
    return Picture(
        title="One more observation, two experts",
        key=(Key("star", "in both bands"), Key("diamond", "in one"), Key("cross", "in none", "bad")),
        panels=(top, account, rest, dots),
        height=900,
        sentence=said,
    )


def example() -> widgets.VBox:
    """The page: the figure, its sentence, and a button that lifts the veil."""
    state = {"x": 0.3, "y": 2.0, "covered": True, "pressed": "nothing"}
    figure, said = LiveFigure(example_picture(covered=True)), widgets.HTML()
    button = widgets.Button(description="Just show me")

    def show() -> None:
        figure.show(example_picture(**state))
        said.value = f'<p class="pegp-sentence" role="status">{figure.picture.sentence}</p>'

    def moved(hand: Hand) -> None:
        if hand.key == "point":
            state.update(x=hand.x, y=hand.y)
        else:
            where = "" if hand.x is None else f" {hand.x:.2f}"
            state["pressed"] = hand.key + where
        show()

    figure.on_hand(moved)
    button.on_click(lambda _: (state.update(covered=False), show()))
    show()
    return widgets.VBox([figure, said, button])
