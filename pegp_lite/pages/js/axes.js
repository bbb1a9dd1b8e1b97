// Grid, axes, ticks and their names: no box, level lines only, ticks outward.
import { node } from "./nodes.js";
import { spans, width as textWidth } from "./words.js";

const at = (value) => value.toFixed(1);

export function drawAxes(panel, f) {
  const drawn = [];
  const middle = f.letter * 0.34;
  for (const [value, words] of panel.y.ticks) {
    const y = f.y(value);
    if (panel.y.grid) drawn.push(node("path", { class: "grid", d: `M${at(f.left)} ${at(y)}H${at(f.right)}` }));
    drawn.push(f.names ? nameAndState(words, f, y + middle) : node("text", { class: "tick-y end mut", x: at(f.left - 8), y: at(y + middle) }, spans(words)));
  }
  if (panel.x.line) drawn.push(node("path", { class: "axis", d: `M${at(f.left)} ${at(f.bottom)}H${at(f.right)}` }));
  if (!panel.y.grid && panel.y.line && panel.y.ticks.length) {
    drawn.push(node("path", { class: "axis", d: `M${at(f.left)} ${at(f.top)}V${at(f.bottom)}` }));
  }
  const every = spacing(panel.x.ticks, f);
  const corner = panel.y.ticks.some(([value, words]) => words.length && f.bottom - f.y(value) < f.letter);
  panel.x.ticks.forEach(([value, words], k) => {
    const x = f.x(value);
    if (panel.x.line) drawn.push(node("path", { class: "tick", d: `M${at(x)} ${at(f.bottom)}v5` }));
    if (k % every === 0 && words.length) {
      const clear = corner ? f.left - 8 + textWidth(words, f.letter) / 2 : x; // of what stands at the other axis
      drawn.push(node("text", { class: "tick-x mid mut", x: at(Math.max(x, clear)), y: at(f.bottom + f.letter + 5) }, spans(words)));
    }
  });
  if (panel.x.name.length) {
    const y = f.bottom + (panel.x.ticks.length ? 2 * f.letter + 8 : f.letter + 5);
    drawn.push(node("text", { class: "name-x end", x: at(f.right), y: at(y) }, spans(panel.x.name)));
  }
  if (panel.y.name.length) {
    drawn.push(node("text", { class: "name-y", x: "6", y: at(f.letter) }, spans(panel.y.name)));
  }
  return drawn;
}

// An account's name and how it stands, each in a column of its own.
function nameAndState(words, f, y) {
  const [name, state] = spans(words);
  return node("text", { class: "tick-y mut", x: "6", y: at(y) }, [name, { ...state, attributes: { ...state.attributes, x: at(6 + f.names) } }]);
}

// Every how-many-th label fits without touching its neighbour.
function spacing(ticks, f) {
  if (ticks.length < 2) return 1;
  const widest = Math.max(...ticks.map(([, words]) => textWidth(words, f.letter))) + 8;
  const gap = Math.abs(f.x(ticks[1][0]) - f.x(ticks[0][0]));
  return Math.max(1, Math.ceil(widest / Math.max(gap, 1)));
}
