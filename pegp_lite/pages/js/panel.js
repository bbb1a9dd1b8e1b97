// One panel's svg: axes, marks, end labels, handles and what hovers, drawn anew whenever something changed.
import { drawAxes } from "./axes.js";
import { frameOf, pushedApart } from "./frame.js";
import { drawHandle, drawRule, moves, snapped, stepped } from "./handle.js";
import { aboutBar, drawHover, neighbour, told, under } from "./hover.js";
import { node, patch, role } from "./nodes.js";
import { draw } from "./shapes.js";
import { said, spans } from "./words.js";
import { wall } from "./wall.js";

const px = (value) => value.toFixed(1);
const GAP = 18; // pixels between end labels
let made = 0;

// The panel with points that would lie on one another pushed aside.
function spread(panel, f) {
  const aside = (mark) => pushedApart(mark.x.length ? Array.from(mark.x, f.x) : [], mark.apart, f.left, f.right).map((x) => f.x.invert(x));
  return { ...panel, marks: panel.marks.map((mark) => (mark.apart ? { ...mark, x: aside(mark) } : mark)) };
}

// A key that is another page's address: pressed, it is opened.
export const isPage = (key) => /^\d\d_\w+\.ipynb(\?|$)/.test(key ?? "");

export class PanelView {
  constructor(svg, figure) {
    [this.svg, this.figure, this.id] = [svg, figure, `pegp${(made += 1)}`];
    this.held = null; // {key, x, y, pointer: {id, dx, dy, box}}: where the hand has the handle, whatever the page says
    this.found = null;
    this.cursor = null; // where keys have moved the place to press
    this.roving = new Map();
    svg.addEventListener("pointermove", (event) => this.hover(event));
    svg.addEventListener("pointerdown", (event) => event.pointerType === "touch" && this.hover(event));
    svg.addEventListener("pointerleave", () => this.point(null));
  }

  show(panel, width, height, letter) {
    this.panel = panel;
    this.frame = frameOf(panel, width, height, letter, this.margins(panel, width, letter));
    if (panel.marks.some(({ apart }) => apart)) this.panel = spread(panel, this.frame);
    const handle = this.held && !this.held.pointer && panel.marks.find((mark) => mark.key === this.held.key);
    if (handle && this.settled(handle)) this.held = null;
    this.draw();
  }

  // What accounts have taken at their sides so far, which they keep: else they jump with a verdict's length.
  margins(panel, width, letter) {
    const layout = `${width} ${letter} ${panel.y.ticks.length}`;
    if (layout !== this.layout) [this.layout, this.kept] = [layout, { names: 0, left: 0, right: 0 }];
    return this.kept;
  }

  settled(handle) {
    const near = (way) => !moves(handle, way) || Math.abs(handle[way] - this.held[way]) <= handle[`step_${way}`] / 2 + 1e-9;
    return near("x") && near("y");
  }

  draw() {
    const { panel, frame: f } = this;
    const look = {
      id: this.id, clip: `url(#${this.id}-clip)`, lit: panel.marks.some((mark) => mark.keys?.includes(this.figure.lit)) ? this.figure.lit : null,
      strength: (name) => (this.found?.name && name !== this.found.name ? 0.35 : 1),
      button: (key, name, k, mark) => this.button(key, name, k, mark),
    };
    const handles = panel.marks.filter((mark) => mark.kind === "handle").map((mark) => this.moved(mark));
    const marks = panel.marks
      .filter((mark) => mark.kind !== "handle" && (!mark.when || mark.when === this.figure.lit))
      .map((mark) => node("g", { class: `mark m-${mark.kind}` }, (mark.kind === "wall" ? wall : draw[mark.kind])(mark, f, look)));
    this.svg.setAttribute("viewBox", `0 0 ${f.width} ${f.height}`);
    this.svg.dataset.x = `${panel.x.low} ${panel.x.high}`;
    this.svg.dataset.y = `${panel.y.low} ${panel.y.high}`;
    this.svg.style.setProperty("--letter", `${f.letter}px`);
    this.svg.style.height = `${f.height}px`;
    patch(this.svg, [
      this.patterns(),
      node("g", { class: "axes" }, drawAxes(panel, f)),
      panel.click ? this.place() : node("g"),
      node("g", { class: "rules" }, handles.filter(({ rule }) => rule).map((mark) => drawRule(mark, f))),
      node("g", { class: "marks" }, marks),
      node("g", { class: "ends" }, this.ends()),
      node("g", { class: "handles" }, handles.map((mark) => drawHandle(mark, f, { held: Boolean(this.held?.pointer) && this.held.key === mark.key, on: this.grips(mark) }))),
      this.found ? drawHover(this.found, f) : node("g"),
    ]);
  }

  patterns() {
    const { frame: f } = this;
    return node("defs", {}, [
      node("pattern", { id: `${this.id}-noise`, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        node("rect", { width: 5, height: 5, css: { fill: role("track") } }), node("path", { d: "M0 0V5", css: { stroke: role("ink-2"), "stroke-width": "2.4" } })),
      node("pattern", { id: `${this.id}-dots`, width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        node("circle", { cx: 1.5, cy: 1.5, r: 1, css: { fill: role("noise") } }), node("circle", { cx: 4.5, cy: 4.5, r: 1, css: { fill: role("noise") } })),
      node("clipPath", { id: `${this.id}-clip` },
        node("rect", { x: px(f.left - 2), y: px(f.top - 2), width: px(f.right - f.left + 4), height: px(f.bottom - f.top + 4) })),
    ]);
  }

  ends() {
    const { frame: f, panel } = this;
    const lines = panel.marks.filter((mark) => mark.kind === "line" && mark.label.length && !mark.when);
    const ends = lines.map((mark) => {
      let k = mark.x.length - 1;
      while (k > 0 && !Number.isFinite(mark.y[k])) k -= 1;
      return { x: f.x(mark.x[k]), y: Math.min(f.bottom, Math.max(f.top, f.y(mark.y[k]))) };
    });
    const placed = pushedApart(ends.map((end) => end.y), GAP * Math.max(1, f.letter / 15), f.top, f.bottom + 4);
    return lines.map((mark, k) => node("g", { css: { opacity: this.found?.name && this.found.name !== mark.name ? 0.35 : 1 } }, [
      node("path", { class: "end-leader", d: `M${px(ends[k].x + 4)} ${px(ends[k].y)}L${px(f.right + 14)} ${px(placed[k])}`, css: { stroke: role(mark.color) } }),
      node("text", { class: mark.bold ? "end-label bd" : "end-label", x: px(f.right + 18), y: px(placed[k] + f.letter * 0.34), css: { fill: role(mark.label_color || mark.color) } }, spans(mark.label)),
    ]));
  }

  // ---- pressing -----------------------------------------------------------------------------------------------------
  button(key, name, k, mark) {
    const first = mark ? this.roving.get(mark.keys.join()) ?? 0 : 0;
    const bar = mark?.kind === "bars" && Boolean(mark.names[k]);
    return {
      role: "button", tabindex: mark && k !== first ? -1 : 0, "aria-label": name.replaceAll("\n", ", "), "data-key": key,
      on: {
        click: (event) => {
          if (event.pointerType !== "touch" || !isPage(key) || !mark || this.read === key) return this.figure.press(event, this.meant(event, mark) ?? key);
          this.read = key; // a finger first reads, then opens
          if (bar) this.point(aboutBar(mark, k, this.frame));
        },
        focus: (event) => (bar && event.target.matches(":focus-visible") ? this.point(aboutBar(mark, k, this.frame)) : this.figure.light(key)),
        blur: () => { this.point(null); this.figure.light(null); },
        keydown: (event) => {
          if (event.key === "Enter" || event.key === " ") this.figure.press(event, key);
          else if (mark && ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].includes(event.key)) this.rove(event, k, mark);
          else return;
          event.preventDefault();
          event.stopPropagation();
        },
      },
    };
  }

  // Where marks stand so close that their reaches overlap, the nearest is meant.
  meant(event, mark) {
    const key = mark && event.detail ? under(this.panel, this.frame, this.where(event))?.key : undefined;
    return mark?.keys.includes(key) ? key : undefined;
  }

  rove(event, k, mark) {
    const along = (k + (event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : mark.keys.length - 1)) % mark.keys.length;
    const to = (key) => (mark.kind === "bars" ? neighbour(mark, k, key, this.frame) : null);
    const grid = to("ArrowUp") !== null || to("ArrowDown") !== null;
    const next = to(event.key) ?? (grid ? k : along);
    this.roving.set(mark.keys.join(), next);
    this.draw();
    this.svg.querySelector(`[role=button][data-key="${CSS.escape(mark.keys[next])}"]`)?.focus();
  }

  place() {
    const { frame: f, panel } = this;
    const { click } = panel;
    const [low, high] = [Math.min(panel.x.low, panel.x.high), Math.max(panel.x.low, panel.x.high)];
    const now = this.cursor ?? { x: (low + high) / 2, y: (panel.y.low + panel.y.high) / 2 };
    const words = `${panel.x.tell || "x"} = ${told(now.x)}${click.stepY ? `, ${panel.y.tell || "y"} = ${told(now.y)}` : ""}`;
    const parts = [node("rect", { class: "press", x: px(f.left), y: px(f.top), width: px(f.right - f.left), height: px(f.bottom - f.top) })];
    if (this.cursor) parts.push(node("path", { class: "hand-rule", d: `M${px(f.x(now.x))} ${px(f.top)}V${px(f.bottom)}` }));
    return node("g", {
      class: "place", role: "slider", tabindex: 0, "aria-label": click.name, "aria-valuetext": words,
      "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": Number(now.x.toPrecision(6)),
      on: {
        click: (event) => {
          const at = this.where(event);
          this.pressAt({ x: f.x.invert(at.x), y: f.y.invert(at.y) });
        },
        blur: () => { this.cursor = null; this.draw(); },
        keydown: (event) => {
          const reach_y = click.stepY ? [panel.y.low, panel.y.high] : [];
          const to = stepped({ ...now, reach_x: [low, high], reach_y, step_x: click.stepX, step_y: click.stepY }, event);
          if (event.key === "Enter" || event.key === " ") this.pressAt(now);
          else if (!to) return;
          else { this.cursor = to; this.draw(); }
          event.preventDefault();
          event.stopPropagation();
        },
      },
    }, parts);
  }

  pressAt({ x, y }) {
    clearTimeout(this.waiting);
    this.held = null;
    this.figure.tell({ key: this.panel.click.key, x, y });
  }

  // ---- holding ------------------------------------------------------------------------------------------------------
  moved(handle) {
    return this.held?.key === handle.key ? { ...handle, x: this.held.x, y: this.held.y } : handle;
  }

  where(event) {
    const box = this.held?.pointer?.box ?? this.svg.getBoundingClientRect();
    return { x: (event.clientX - box.left) * (this.frame.width / box.width), y: (event.clientY - box.top) * (this.frame.height / box.height) };
  }

  grips(handle) {
    const let_go = (event) => {
      if (!this.held?.pointer || event.pointerId !== this.held.pointer.id) return;
      this.held = { ...this.held, pointer: null };
      this.figure.hold(false);
      this.tell(false);
      this.draw();
    };
    return {
      pointerdown: (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = this.where(event);
        const { x, y } = this.moved(handle);
        const box = this.svg.getBoundingClientRect(); // asked for at each move, it would have the page laid out each time
        const pointer = { id: event.pointerId, dx: this.frame.x(x) - at.x, dy: this.frame.y(y) - at.y, box };
        this.held = { key: handle.key, x, y, pointer };
        document.addEventListener("scroll", () => delete pointer.box, { capture: true, once: true });
        this.found = null;
        this.figure.hold(true);
        this.draw();
      },
      pointermove: (event) => {
        if (!this.held?.pointer || event.pointerId !== this.held.pointer.id) return;
        const { frame: f, held } = this;
        const at = this.where(event);
        this.go(handle, { x: snapped(handle, "x", f.x.invert(at.x + held.pointer.dx)), y: snapped(handle, "y", f.y.invert(at.y + held.pointer.dy)) });
      },
      pointerup: let_go,
      pointercancel: let_go,
      lostpointercapture: let_go,
      keydown: (event) => {
        if (event.key === "Enter" && handle.presses) return this.pressAt(this.moved(handle));
        const to = stepped(this.moved(handle), event);
        if (!to) return;
        event.preventDefault();
        event.stopPropagation();
        this.held = { key: handle.key, ...to, pointer: null };
        this.tell(false);
        this.draw();
      },
    };
  }

  go(handle, to) {
    if (to.x === this.held.x && to.y === this.held.y) return;
    Object.assign(this.held, to);
    this.tell(true);
    this.draw();
  }

  tell(held) {
    const { key, x, y } = this.held;
    this.figure.heard = false;
    this.figure.tell({ key, x, y, held });
  }

  // A released handle goes where the picture has it.
  letGo() {
    if (!this.held || this.held.pointer) return;
    this.held = null;
    this.draw();
  }

  // ---- hovering -----------------------------------------------------------------------------------------------------
  hover(event) {
    if (!this.panel || this.panel.covered || this.figure.held || event.buttons) return;
    const found = event.target.closest?.(".handle") ? null : under(this.panel, this.frame, this.where(event));
    this.point(found);
  }

  point(found) {
    if (!found && !this.found) return;
    this.found = found;
    if (!this.figure.light(found?.key ?? null)) this.draw();
  }

  describe() {
    return said(this.panel.title);
  }
}
