// What lies under the pointer, and the box that tells it.
import { format } from "d3-format";
import { node, role } from "./nodes.js";
import { width as textWidth } from "./words.js";

const px = (value) => value.toFixed(1);
const NEAR = 16; // pixels to a point
const REACH = 60; // pixels up or down to a curve

export function told(value, axis) {
  if (axis?.percent) return format(".0%")(value);
  const size = Math.abs(value);
  return format(size >= 100 ? ",.0f" : size >= 10 ? ".1f" : ".2f")(value).replace("-", "−");
}

// {x, y, lines, name, key, color} in pixels, or null.
export function under(panel, f, at) {
  return nearestPoint(panel, f, at) ?? barAt(panel, f, at) ?? nearestCurve(panel, f, at);
}

function nearestPoint(panel, f, at) {
  let best = null;
  for (const mark of panel.marks) {
    if (mark.kind !== "points" || !mark.names.length) continue;
    mark.x.forEach((value, k) => {
      const [x, y] = [f.x(value), f.y(mark.y[k])];
      const away = Math.hypot(x - at.x, y - at.y);
      if (away < (best?.away ?? Math.max(NEAR, mark.size + 2))) {
        best = { away, x, y, lines: mark.names[k].split("\n"), key: mark.keys[k], dot: false };
      }
    });
  }
  return best;
}

function barAt(panel, f, at) {
  for (const mark of [...panel.marks].reverse()) {
    if (mark.kind !== "bars" || !mark.names.length) continue;
    for (let k = 0; k < mark.x0.length; k += 1) {
      const [a, b, c, d] = [f.x(mark.x0[k]), f.x(mark.x1[k]), f.y(mark.y0[k]), f.y(mark.y1[k])];
      const inside = (v, p, q) => v >= Math.min(p, q) - 1 && v <= Math.max(p, q) + 1;
      if (inside(at.x, a, b) && inside(at.y, c, d) && mark.names[k]) {
        return aboutBar(mark, k, f);
      }
    }
  }
  return null;
}

export function aboutBar(mark, k, f) {
  const { x, top } = centre(mark, k, f);
  return { x, y: top, lines: mark.names[k].split("\n"), key: mark.keys[k], dot: false };
}

function centre(mark, k, f) {
  const [c, d] = [f.y(mark.y0[k]), f.y(mark.y1[k])];
  return { x: (f.x(mark.x0[k]) + f.x(mark.x1[k])) / 2, y: (c + d) / 2, top: Math.min(c, d) };
}

// The box that an arrow key leads to from box k: the nearest one that way, in the same row or column; else none.
export function neighbour(mark, k, key, f) {
  const from = centre(mark, k, f);
  const [dx, dy] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  let best = null;
  mark.x0.forEach((_, n) => {
    const to = centre(mark, n, f);
    const [ahead, aside] = [(to.x - from.x) * dx + (to.y - from.y) * dy, Math.abs((to.x - from.x) * dy + (to.y - from.y) * dx)];
    if (n !== k && ahead > 0.5 && aside < 1 && ahead < (best?.ahead ?? Infinity)) best = { n, ahead };
  });
  return best?.n ?? null;
}

function nearestCurve(panel, f, at) {
  if (at.x < f.left || at.x > f.right || at.y < f.top - 10 || at.y > f.bottom + 10) return null;
  const value = f.x.invert(at.x);
  let best = null;
  for (const mark of panel.marks) {
    if (mark.kind !== "line" || !mark.name || mark.when || mark.x.length < 2) continue;
    const k = nearestIndex(mark.x, value);
    const [x, y] = [f.x(mark.x[k]), f.y(mark.y[k])];
    const away = Math.abs(y - at.y);
    if (Number.isFinite(y) && Math.abs(x - at.x) < 40 && away < (best?.away ?? REACH)) {
      const spread = mark.spread.length ? ` ± ${told(mark.spread[k], panel.y)}` : "";
      const first = panel.x.tell ? [`${panel.x.tell} = ${told(mark.x[k], panel.x).replace(/\.00$/, "")}`] : [];
      best = { away, x, y, lines: [...first, `${mark.name}: ${told(mark.y[k], panel.y)}${spread}`], name: mark.name, color: mark.color, dot: true, rule: true };
    }
  }
  return best;
}

function nearestIndex(xs, value) {
  let best = 0;
  for (let k = 1; k < xs.length; k += 1) if (Math.abs(xs[k] - value) < Math.abs(xs[best] - value)) best = k;
  return best;
}

export function drawHover(found, f) {
  const size = Math.max(13, f.letter - 1);
  const wide = Math.max(...found.lines.map((line) => textWidth([{ text: line }], size))) + 20;
  const tall = found.lines.length * size * 1.25 + 10;
  const right = found.x + 14 + wide < f.width;
  const x = Math.max(2, right ? found.x + 14 : found.x - 14 - wide);
  const y = Math.min(Math.max(2, found.y - tall - 10), f.height - tall - 2);
  return node("g", { class: "hover", "aria-hidden": "true" }, [
    found.rule && node("path", { class: "hover-rule", d: `M${px(found.x)} ${px(f.top)}V${px(f.bottom)}` }),
    found.dot && node("circle", { cx: px(found.x), cy: px(found.y), r: 5, css: { fill: role(found.color) } }),
    node("rect", { class: "tip", x: px(x), y: px(y), width: px(wide), height: px(tall), rx: 4 }),
    ...found.lines.map((line, k) =>
      node("text", { class: "tip-word", x: px(x + 10), y: px(y + 5 + size * (1 + 1.25 * k)), css: { "font-size": `${size}px` } }, line)),
  ]);
}
