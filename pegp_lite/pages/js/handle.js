// A handle: a glyph on a highlighter disc that follows the hand at once, by pointer or by keys, and tells the page.
import { node, role } from "./nodes.js";
import { glyph } from "./shapes.js";

const px = (value) => value.toFixed(1);
const AWAY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1], PageDown: [0, -10], PageUp: [0, 10] };

export const moves = (handle, way) => handle[`reach_${way}`].length === 2;

// Within reach and on a step, counted from the reach's lower end.
export function snapped(handle, way, value) {
  if (!moves(handle, way)) return handle[way];
  const [low, high] = [Math.min(...handle[`reach_${way}`]), Math.max(...handle[`reach_${way}`])];
  const step = handle[`step_${way}`];
  const near = step > 0 ? low + Math.round((value - low) / step) * step : value;
  return Number(Math.min(high, Math.max(low, near)).toPrecision(10));
}

// Where a key takes it, or null if the key is not for it.
export function stepped(handle, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const both = moves(handle, "x") && moves(handle, "y");
  if (event.key === "Home" || event.key === "End") {
    const way = moves(handle, "x") ? "x" : "y";
    const end = event.key === "Home" ? Math.min(...handle[`reach_${way}`]) : Math.max(...handle[`reach_${way}`]);
    return { x: handle.x, y: handle.y, [way]: snapped(handle, way, end) };
  }
  const away = AWAY[event.key];
  if (!away) return null;
  const times = event.shiftKey ? 10 : 1;
  let [dx, dy] = away;
  if (!both) [dx, dy] = moves(handle, "x") ? [dx + dy, 0] : [0, dx + dy];
  return {
    x: snapped(handle, "x", handle.x + times * dx * handle.step_x),
    y: snapped(handle, "y", handle.y + times * dy * handle.step_y),
  };
}

// Its line through the panel, which lies under marks and words.
export function drawRule(handle, f) {
  const d = moves(handle, "x") ? `M${px(f.x(handle.x))} ${px(f.top)}V${px(f.bottom)}` : `M${px(f.left)} ${px(f.y(handle.y))}H${px(f.right)}`;
  return node("path", { class: "hand-rule", d });
}

export function drawHandle(handle, f, { held, on }) {
  const [x, y] = [f.x(handle.x), f.y(handle.y)];
  const radius = held ? 25 : 21;
  const parts = [];
  if (handle.stretch && moves(handle, "x")) {
    const [a, b] = [f.x(handle.x - handle.stretch), f.x(handle.x + handle.stretch)];
    parts.push(node("rect", { class: "grip", x: px(a), y: px(f.top), width: px(b - a), height: px(f.bottom - f.top) }));
  }
  if (!handle.still) {
    parts.push(node("circle", { class: "grip", cx: px(x), cy: px(y), r: 26 }));
    parts.push(node("circle", { class: "hand", cx: px(x), cy: px(y), r: radius }));
    if (!held) parts.push(...chevrons(handle, x, y));
  }
  parts.push(glyph(handle.glyph, x, y, handle.glyph === "ring" ? 12 : 14, handle.color));
  if (handle.letter) parts.push(node("text", { class: "mid bd", x: px(x), y: px(y + f.letter * 0.34) }, handle.letter));
  if (handle.still) return node("g", { class: "still" }, parts);
  const way = moves(handle, "y") ? "y" : "x";
  const reach = handle[`reach_${way}`];
  return node("g", {
    class: held ? "handle held" : "handle", role: "slider", tabindex: 0, "data-key": handle.key,
    "aria-label": handle.name, "aria-valuetext": handle.words,
    "aria-valuemin": Math.min(...reach), "aria-valuemax": Math.max(...reach), "aria-valuenow": Number(handle[way].toPrecision(6)),
    "aria-orientation": moves(handle, "x") ? "horizontal" : "vertical", on,
  }, parts);
}

function chevrons(handle, x, y) {
  const free = (way, sign) => {
    if (!moves(handle, way)) return false;
    const limit = (sign < 0 ? Math.min : Math.max)(...handle[`reach_${way}`]);
    return Math.abs(handle[way] - limit) > 1e-6 * (1 + Math.abs(limit));
  };
  return [
    free("y", 1) && `M${px(x - 5)} ${px(y - 26)}l5 -5l5 5`,
    free("y", -1) && `M${px(x - 5)} ${px(y + 26)}l5 5l5 -5`,
    free("x", -1) && `M${px(x - 26)} ${px(y - 5)}l-5 5l5 5`,
    free("x", 1) && `M${px(x + 26)} ${px(y - 5)}l5 5l-5 5`,
  ].filter(Boolean).flatMap((d) => ["plate", "ink"].map((color) => node("path", { class: `chevron ${color}`, d, css: { stroke: role(color) } })));
}
