"""What scenes drawn on a kept canvas share."""

from __future__ import annotations

from typing import TypeVar

from pegp_lite.figures import Canvas, Drawing

D = TypeVar("D", bound=Drawing)


class OnCanvas:
    """A scene whose picture is one `Canvas`."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def keep(self, drawing: D) -> D:
        """Take a drawing in; what moves in it has no say in the layout, save the texts it reserves room for."""
        held = {text for text, _ in drawing.reserve}
        for artist in drawing.moving:
            artist.set_in_layout(artist in held)
        return self.canvas.add(drawing)

    def png(self, dpi: float | None = None) -> bytes:
        """The picture as PNG, at 100 dpi or at another `dpi`."""
        return self.canvas.png(None if dpi is None else round(dpi))

    def svg(self) -> bytes:
        """The picture as SVG."""
        return self.canvas.svg()
