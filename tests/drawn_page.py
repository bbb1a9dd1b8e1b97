"""The browser's renderer without a server: the built script in an empty page, told pictures as by a kernel."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pegp_lite.figures.picture import Picture
from pegp_lite.figures.render.browser import described

BUILT = Path(__file__).resolve().parents[1] / "pegp_lite/pages/share/jupyter/labextensions/pegp-lite"

# What a page of Jupyter's offers: a share scope with the widgets' base classes, of which ours need next to nothing.
HOST = """
async () => {
  class DOMWidgetModel {
    constructor() { this.state = this.defaults(); this.changed = new Set(); this.heard = []; }
    defaults() { return {}; }
    get(name) { return this.state[name]; }
    set(name, value) { this.state[name] = value; }
    hasChanged(name) { return this.changed.has(name); }
    take(state) {
      Object.assign(this.state, state);
      this.changed = new Set(Object.keys(state));
      this.heard.forEach((callback) => callback());
    }
  }
  class DOMWidgetView {
    constructor(model, el) { this.model = model; this.el = el; }
    render() {}
    remove() {}
    touch() { window.told.push(this.model.get('value')); }
    listenTo(model, event, callback) { model.heard.push(callback); }
  }
  const base = { IJupyterWidgetRegistry: {}, DOMWidgetModel, DOMWidgetView };
  const ours = _JUPYTERLAB['pegp-lite'];
  ours.init({ '@jupyter-widgets/base': { '6.0.10': { get: async () => () => base } } });
  const plugin = (await ours.get('./extension'))().default;
  let kinds;
  plugin.activate({}, { registerWidget: (made) => (kinds = made.exports) });
  window.told = [];
  window.model = new kinds.FigureModel();
  const root = document.querySelector('#here');
  window.view = new kinds.FigureView(window.model, root);
  window.view.render();
}
"""
SHOW = """
([drawing, numbers, sentence]) => {
  const bytes = Uint8Array.from(atob(numbers), (letter) => letter.charCodeAt(0));
  const layout = new DataView(new TextEncoder().encode(drawing).buffer);
  window.model.take({ drawing: layout, numbers: new DataView(bytes.buffer), sentence });
}
"""
# Words of a panel that lie on one another.
MUDDLED = """() => [...document.querySelectorAll(".pegp-figure svg.panel")].flatMap(svg => {
    const texts = [...svg.querySelectorAll("text")].filter(text => text.textContent.trim());
    const boxes = texts.map(text => text.getBoundingClientRect());
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    return boxes.flatMap((box, k) => boxes.slice(k + 1).flatMap((other, j) =>
        over(box, other) ? [`${texts[k].textContent} over ${texts[k + 1 + j].textContent}`] : []));
})"""


class DrawnPage:
    """A page with one figure in it."""

    def __init__(self, page: Page, width: int = 760) -> None:
        self.page = page
        page.set_content(f'<!doctype html><body style="margin:0"><div id="here" style="width:{width}px"></div>')
        load = json.loads((BUILT / "package.json").read_text())["jupyterlab"]["_build"]["load"]
        page.add_script_tag(path=BUILT / load)
        page.evaluate(HOST)

    def show(self, picture: Picture) -> None:
        """Draw a picture, at once."""
        layout, numbers = described(picture)
        content = base64.b64encode(numbers).decode()
        self.page.emulate_media(reduced_motion="reduce")
        self.page.evaluate(SHOW, [json.dumps(layout), content, picture.sentence])

    @property
    def told(self) -> list[dict[str, Any]]:
        """What hands did so far."""
        return self.page.evaluate("() => window.told")
