// The wall: the one drawing of line 12. Track, hatched noise, the error inside, and the wall it must not pass.
import { node, role } from "./nodes.js";
import { boxOf } from "./shapes.js";
import { spans } from "./words.js";

const px = (value) => value.toFixed(1);

export function wall(mark, f, look) {
  return mark.upright ? standing(mark, f, look) : lying(mark, f, look);
}

function standing(mark, f, look) {
  const turn = mark.error < 0 ? -1 : 1;
  const x = Math.min(f.x(mark.at) + mark.shift, f.right - 14);
  const y = (value) => f.y(mark.start + turn * value);
  const size = Math.abs(mark.error);
  const [end, room] = [mark.track, mark.track + mark.noise];
  const dotted = (from, value) => node("path", { class: "leader dotted", d: `M${px(from)} ${px(y(value))}H${px(x)}` });
  return [node("g", { class: "wall-mark", "clip-path": look.clip }, [
    dotted(f.x(mark.at), 0),
    dotted(f.x(mark.at) + 20, size),
    node("rect", { class: "track", ...boxOf(x - 8, x + 8, y(0), y(end), 0) }),
    node("rect", { ...boxOf(x - 8, x + 8, y(end), y(room), 0), fill: `url(#${look.id}-noise)` }),
    node("rect", { class: "error", ...boxOf(x - 3.5, x + 3.5, y(0), y(size), 0), css: { fill: role(mark.color) } }),
    node("path", { class: "wall", d: `M${px(x - 11)} ${px(y(room))}h22` }),
  ])];
}

function lying(mark, f, look) {
  const y = f.y(mark.at);
  const half = Math.min(11, Math.abs(f.y(mark.at + 0.36) - y));
  const [start, end, room] = [mark.start, mark.start + mark.track, mark.start + mark.track + mark.noise].map(f.x);
  const error = f.x(mark.start + Math.abs(mark.error));
  const cut = error > f.right;
  const stop = Math.min(error, f.right);
  const slashes = cut && ["15", "7"].map((back) =>
    node("path", { class: "slash", d: `M${px(stop - back - 4)} ${px(y + half / 2 + 2)}l6 -${px(half + 4)}` }));
  const drawn = [node("g", { class: "wall-mark", css: { opacity: mark.faint ? 0.45 : 1 } }, [
    node("rect", { class: "track", ...boxOf(start, end, y - half, y + half, 0) }),
    node("rect", { ...boxOf(end, room, y - half, y + half, 0), fill: `url(#${look.id}-noise)` }),
    node("rect", { class: "error", ...boxOf(start, stop, y - half * 0.46, y + half * 0.46, 0), css: { fill: role(mark.color) } }),
    slashes,
    node("path", { class: "wall", d: `M${px(room)} ${px(y - half - 2)}v${px(2 * half + 4)}` }),
  ].flat())];
  if (mark.words.length) {
    drawn.push(node("text", { class: "word", x: px(Math.max(room, stop) + 12), y: px(y + f.letter * 0.34) }, spans(mark.words)));
  }
  return drawn;
}
