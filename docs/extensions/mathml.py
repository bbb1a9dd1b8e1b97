"""Formulas as MathML, which every browser of today sets by itself: no script, and nothing fetched from anywhere."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx of the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def visit_math(self: Any, node: nodes.math) -> None:
    """A formula in a line."""
    self.body.append(_mathml(node, as_block=False))
    raise nodes.SkipNode


def visit_block(self: Any, node: nodes.math_block) -> None:
    """A formula by itself."""
    self.body.append(f'<div class="formula">{_mathml(node, as_block=True)}</div>\n')
    raise nodes.SkipNode


def _mathml(node: nodes.Node, as_block: bool) -> str:
    text = node.astext()
    try:
        return str(latex2mathml.tex2mathml(text, as_block=as_block))
    except MathError as error:
        logging.getLogger(__name__).warning("cannot set the formula %r: %s", text, error, location=node)
        return f"<code>{nodes.Text(text)}</code>"
