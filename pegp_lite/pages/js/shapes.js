// Each kind of mark as elements. `look` knows what is under the pointer: the others grow faint.
import { area, line as lineThrough } from "d3-shape";
import { outline } from "./glyphs.js";
import { node, role } from "./nodes.js";
import { said, spans, width as textWidth } from "./words.js";

const px = (value) => value.toFixed(1);
const known = (...values) => values.every(Number.isFinite);
const one = (value, k) => (Array.isArray(value) ? value[k] : value);
const dashes = (list) => (list.length ? list.join(" ") : undefined);

export const draw = {
  line(mark, f, look) {
    const path = curve(mark, f);
    const drawn = [node("path", {
      class: "ln", d: path, "data-name": mark.name || undefined, "clip-path": look.clip,
      css: {
        stroke: role(mark.color), "stroke-width": mark.width, fill: mark.fill ? role(mark.fill) : "none",
        "stroke-dasharray": dashes(mark.dash) ?? "none", opacity: mark.opacity * look.strength(mark.name),
      },
    })];
    if (mark.marker) {
      for (let k = mark.x.length - 1; k >= 0; k -= mark.every) {
        if (!known(mark.x[k], mark.y[k]) || !within(f, mark.x[k], mark.y[k])) continue;
        drawn.push(glyph(mark.marker, f.x(mark.x[k]), f.y(mark.y[k]), 6, mark.color, { opacity: look.strength(mark.name) }));
      }
    }
    if (mark.key) drawn.push(node("path", { class: "reach", d: path, ...look.button(mark.key, mark.name || said(mark.label)) }));
    return drawn;
  },

  band(mark, f, look) {
    const place = (k) => known(mark.x[k], mark.low[k], mark.high[k]);
    const index = Array.from(mark.x.keys());
    const fill = area().defined(place).x((k) => f.x(mark.x[k])).y0((k) => f.y(mark.low[k])).y1((k) => f.y(mark.high[k])).digits(1);
    const strength = mark.opacity * look.strength(mark.name);
    const drawn = [node("path", {
      class: "band", d: fill(index) ?? "", "clip-path": look.clip, "data-name": mark.name || undefined,
      css: { fill: role(mark.color), opacity: `calc(var(--band) * ${strength})` },
    })];
    if (mark.edge) {
      for (const side of ["low", "high"]) {
        drawn.push(node("path", {
          class: "edge", d: curve({ x: mark.x, y: mark[side] }, f), "clip-path": look.clip,
          css: { stroke: role(mark.color), opacity: strength },
        }));
      }
    }
    return drawn;
  },

  points(mark, f, look) {
    const drawn = [];
    const size = mark.marker === "cross" ? apart(mark, f) : mark.size;
    mark.x.forEach((value, k) => {
      if (!known(value, mark.y[k])) return;
      const [x, y] = [f.x(value), f.y(mark.y[k])];
      const key = mark.keys[k];
      const strength = look.lit && key !== undefined && key !== look.lit ? 0.35 : 1;
      drawn.push(glyph(mark.marker, x, y, size, one(mark.color, k), { opacity: mark.opacity * strength }, one(mark.fill, k)));
      if (mark.words[k]) {
        drawn.push(node("text", { class: "mid bd inside", x: px(x), y: px(y + f.letter * 0.34), css: { fill: role(one(mark.word_color, k)) } }, mark.words[k]));
      }
      if (key !== undefined && mark.press) {
        drawn.push(node("circle", { class: "reach", cx: px(x), cy: px(y), r: Math.max(mark.size + 3, 14), ...look.button(key, mark.names[k] || key, k, mark) }));
      }
    });
    return drawn;
  },

  bars(mark, f, look) {
    const drawn = [];
    mark.x0.forEach((_, k) => {
      const sides = [mark.x0[k], mark.x1[k], mark.y0[k], mark.y1[k]];
      if (!known(...sides)) return;
      const box = boxOf(f.x(sides[0]), f.x(sides[1]), f.y(sides[2]), f.y(sides[3]), mark.gap);
      const key = mark.keys[k];
      const strength = look.lit && key !== undefined && key !== look.lit ? 0.35 : 1;
      drawn.push(node("rect", {
        class: "bar", ...box, rx: mark.round || undefined, "clip-path": look.clip,
        css: {
          fill: mark.hatch ? `url(#${look.id}-noise)` : role(one(mark.color, k)), stroke: role(mark.edge),
          opacity: one(mark.opacity, k) * strength,
        },
      }));
      if (key !== undefined && mark.press) {
        drawn.push(node("rect", { class: "reach", ...box, ...look.button(key, mark.names[k] || key, k, mark) }));
      }
    });
    return drawn;
  },

  rule(mark, f) {
    const limits = mark.upright ? [f.bottom, f.top] : [f.left, f.right];
    const along = mark.upright ? f.y : f.x;
    const start = Number.isFinite(mark.start) ? along(mark.start) : limits[0];
    const end = Number.isFinite(mark.end) ? along(mark.end) : limits[1];
    const at = mark.upright ? f.x(mark.at) : f.y(mark.at);
    if (!known(at, start, end)) return [];
    const d = mark.upright ? `M${px(at)} ${px(start)}V${px(end)}` : `M${px(start)} ${px(at)}H${px(end)}`;
    const css = { stroke: role(mark.color), "stroke-width": mark.width, "stroke-dasharray": dashes(mark.dash) ?? "none", opacity: mark.opacity };
    return [node("path", { class: "rule", d, css })];
  },

  text(mark, f, look) {
    if (!known(mark.x, mark.y)) return [];
    const size = f.letter * mark.size;
    const long = textWidth(mark.words, size, mark.bold);
    let x = f.x(mark.x) + mark.dx;
    const y = f.y(mark.y) + mark.dy;
    const from = { start: 0, middle: long / 2, end: long }[mark.anchor];
    if (mark.inside) x = Math.max(2 + from, Math.min(x, f.width - 2 - long + from));
    const drawn = [];
    if (known(mark.to_x, mark.to_y)) {
      const [toX, toY] = [f.x(mark.to_x), f.y(mark.to_y)];
      const side = toX < x - from ? x - from - 6 : toX > x - from + long ? x - from + long + 6 : toX;
      const above = side === toX ? (toY < y ? y - size * 0.8 : y + 4) : y - size * 0.34;
      drawn.push(node("path", { class: "leader", d: `M${px(side)} ${px(above)}L${px(toX)} ${px(toY)}` }));
    }
    drawn.push(node("text", {
      class: ["word", mark.anchor === "middle" && "mid", mark.anchor === "end" && "end", mark.bold && "bd", mark.halo && "halo"].filter(Boolean).join(" "),
      x: px(x), y: px(y), css: { fill: role(mark.color), "font-size": `${px(size)}px` },
    }, spans(mark.words)));
    if (mark.key) {
      const wide = Math.max(long + 12, 32);
      drawn.push(node("rect", {
        class: "reach", x: px(x - from + long / 2 - wide / 2), y: px(y - size / 2 - 18), width: px(wide), height: 34, ...look.button(mark.key, said(mark.words)),
      }));
    }
    return drawn;
  },

  hidden(mark, f, look) {
    const box = boxOf(f.x(mark.low), f.x(mark.high), f.top, f.bottom, 0);
    const drawn = [node("rect", { class: "hidden-stretch", ...box, fill: `url(#${look.id}-dots)`, "clip-path": look.clip })];
    if (mark.label.length) {
      const half = textWidth(mark.label, f.letter) / 2;
      const x = Math.min(Math.max(Number(box.x) + Number(box.width) / 2, half + 2), f.width - half - 2);
      drawn.push(node("text", { class: "mid mut halo", x: px(x), y: px(f.bottom - 10) }, spans(mark.label)));
    }
    return drawn;
  },

  interval(mark, f) {
    const [a, m, b, y] = [f.x(mark.low), f.x(mark.middle), f.x(mark.high), f.y(mark.at)];
    if (!known(a, m, b, y)) return [];
    const d = `M${px(a)} ${px(y)}H${px(b)}M${px(a)} ${px(y - 5)}v10M${px(b)} ${px(y - 5)}v10`;
    return [node("path", { class: "interval", d, css: { stroke: role(mark.color) } }), glyph("circle", m, y, 4, mark.color)];
  },
};

export function glyph(kind, x, y, r, color, css = {}, fill = "") {
  const stroke = kind === "ring" || fill || kind === "cross";
  return node("path", {
    class: kind === "cross" ? "glyph cross" : kind === "ring" || fill ? "glyph ring" : "glyph",
    d: outline(kind, r), transform: `translate(${px(x)} ${px(y)})`,
    css: {
      ...css, ...(stroke ? { stroke: role(color) } : {}), ...(kind === "cross" && r < 5 ? { "stroke-width": 0.6 * r } : {}),
      fill: kind === "cross" ? "none" : fill ? role(fill) : kind === "ring" ? "var(--plate)" : role(color),
    },
  });
}

// Crosses side by side grow smaller rather than touch.
function apart({ x, y, size }, f) {
  let near = Infinity;
  for (let k = 1; k < x.length; k += 1) {
    const away = Math.hypot(f.x(x[k]) - f.x(x[k - 1]), f.y(y[k]) - f.y(y[k - 1]));
    if (away < near) near = away;
  }
  return Math.min(size, Math.max(2.5, (near - 1.5) / 2.1));
}

function curve(mark, f) {
  const path = lineThrough().defined((k) => known(mark.x[k], mark.y[k])).x((k) => f.x(mark.x[k])).y((k) => f.y(mark.y[k])).digits(1);
  return path(Array.from(mark.x.keys())) ?? "";
}

export function boxOf(x0, x1, y0, y1, gap) {
  const [left, top] = [Math.min(x0, x1) + gap, Math.min(y0, y1) + gap];
  return { x: px(left), y: px(top), width: px(Math.max(0, Math.abs(x1 - x0) - 2 * gap)), height: px(Math.max(0, Math.abs(y1 - y0) - 2 * gap)) };
}

const within = (f, x, y) => {
  const [a, b] = [f.x(x), f.y(y)];
  return a > f.left - 2 && a < f.right + 2 && b > f.top - 2 && b < f.bottom + 2;
};
