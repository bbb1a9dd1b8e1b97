"""A picture as a file. The one way to matplotlib, which is loaded when a file is asked for and not before."""

from __future__ import annotations

from types import ModuleType

from pegp_lite.figures.picture import Picture


def png(picture: Picture, dpi: int = 200, dark: bool = False) -> bytes:
    r"""The `picture` as PNG, with `dpi` dots an inch (100: one a pixel of the screen); `dark`: on the dark ground.

    >>> from pegp_lite.figures import Axis, Line, Panel, Picture, png
    >>> panel = Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(Line(x=[0, 1], y=[0, 1]),))
    >>> png(Picture(panels=(panel,), sentence="A line that rises.")).startswith(b"\x89PNG")
    True
    """
    return _renderer().png(picture, dpi, dark)


def svg(picture: Picture, dark: bool = False) -> bytes:
    """The `picture` as SVG, its words as text and its sentence as title; `dark`: on the dark ground.

    >>> from pegp_lite.figures import Axis, Line, Panel, Picture, svg
    >>> panel = Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(Line(x=[0, 1], y=[0, 1], label="up"),))
    >>> b"A line that rises." in svg(Picture(panels=(panel,), sentence="A line that rises."))
    True
    """
    return _renderer().svg(picture, dark)


def pdf(picture: Picture, dark: bool = False) -> bytes:
    """The `picture` as PDF, its words as text; `dark`: on the dark ground.

    >>> from pegp_lite.figures import Axis, Line, Panel, Picture, pdf
    >>> panel = Panel(x=Axis(low=0, high=1), y=Axis(low=0, high=1), marks=(Line(x=[0, 1], y=[0, 1]),))
    >>> pdf(Picture(panels=(panel,), sentence="A line that rises.")).startswith(b"%PDF")
    True
    """
    return _renderer().pdf(picture, dark)


def _renderer() -> ModuleType:
    try:
        from pegp_lite.figures.render import matplotlib as renderer
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(f"files of pictures need {missing.name}: pip install 'pegp_lite[plot]'") from missing
    return renderer
