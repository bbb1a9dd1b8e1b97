"""The pages' style."""

from __future__ import annotations

from importlib import resources

import ipywidgets as widgets


def looks() -> widgets.HTML:
    """The pages' style, carried by the page so that JupyterLab shows them as Voilà does."""
    style = widgets.HTML(f"<style>{resources.files(__package__).joinpath('page.css').read_text()}</style>")
    style.layout.display = "none"
    return style
