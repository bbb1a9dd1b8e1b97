// Where a panel's plot lies within its svg, and the scales from its units to pixels.
import { scaleLinear, scaleLog } from "d3-scale";
import { width as textWidth } from "./words.js";

const scale = (axis, range) => (axis.log ? scaleLog() : scaleLinear()).domain([axis.low, axis.high]).range(range);

export function frameOf(panel, width, height, letter, kept) {
  const named = (axis) => axis.name.length > 0;
  const ends = panel.marks.filter((mark) => mark.kind === "line" && mark.label.length && !mark.when);
  const behind = panel.marks.filter((mark) => mark.kind === "wall" && !mark.upright && mark.words.length);
  const labels = Math.max(
    0,
    ...ends.map((mark) => textWidth(mark.label, letter, mark.bold)),
    ...behind.map((mark) => textWidth(mark.words, letter)),
  );
  const account = panel.marks.some((mark) => mark.kind === "wall" && !mark.upright);
  const columns = account && panel.y.ticks.length && panel.y.ticks.every(([, words]) => words.length === 2);
  const widest = (part) => Math.max(0, ...panel.y.ticks.map(([, words]) => textWidth(part(words), letter)));
  const names = columns ? Math.ceil(widest(([name]) => [{ ...name, text: name.text.trimEnd() }])) + 0.8 * letter : 0;
  const ticks = columns ? names + widest(([, state]) => [state]) : widest((words) => words);
  const lastTick = panel.x.ticks.length ? textWidth(panel.x.ticks.at(-1)[1], letter) / 2 : 0;
  const letters = panel.x.ticks.some(([, words]) => words.length);
  const box = {
    left: ticks ? Math.ceil(ticks) + 14 : panel.x.ticks.length ? 14 : 6,
    right: width - (labels ? Math.ceil(labels) + 22 : Math.max(8, Math.ceil(lastTick) + 4)),
    top: named(panel.y) ? 1.6 * letter + 9 : Math.ceil(letter / 2) + 2,
    bottom: height - (letters ? letter + 11 : panel.x.line ? 8 : 4) - (named(panel.x) ? letter + 4 : 0),
  };
  if (account) {
    Object.assign(kept, { names: Math.max(kept.names, names), left: Math.max(kept.left, box.left), right: Math.max(kept.right, width - box.right) });
    Object.assign(box, { names: kept.names, left: kept.left, right: width - kept.right });
  }
  box.right = Math.max(box.right, box.left + 40);
  box.bottom = Math.max(box.bottom, box.top + 30);
  if (panel.equal) {
    const across = Math.abs(panel.x.high - panel.x.low), up = Math.abs(panel.y.high - panel.y.low);
    const unit = Math.min((box.right - box.left) / across, (box.bottom - box.top) / up);
    const spareX = box.right - box.left - unit * across, spareY = box.bottom - box.top - unit * up;
    Object.assign(box, { left: box.left + spareX / 2, right: box.right - spareX / 2, top: box.top + spareY / 2, bottom: box.bottom - spareY / 2 });
  }
  return {
    ...box, width, height, letter,
    x: scale(panel.x, [box.left, box.right]),
    y: scale(panel.y, [box.bottom, box.top]),
  };
}

// Values pushed apart to at least `gap`, moved as little as order allows, within low and high.
export function pushedApart(values, gap, low, high) {
  const order = values.map((_, k) => k).sort((a, b) => values[a] - values[b]);
  const groups = [];
  for (const k of order) {
    groups.push({ members: [k], middle: values[k] });
    while (groups.length > 1) {
      const [first, second] = groups.slice(-2);
      const reach = (gap * (first.members.length + second.members.length)) / 2;
      if (second.middle - first.middle >= reach) break;
      const members = [...first.members, ...second.members];
      const sum = members.reduce((total, member) => total + values[member], 0);
      groups.splice(-2, 2, { members, middle: sum / members.length });
    }
  }
  const placed = [...values];
  for (const { members, middle } of groups) {
    members.forEach((member, k) => (placed[member] = middle + gap * (k - (members.length - 1) / 2)));
  }
  const over = Math.max(0, Math.max(...placed) - high);
  const shifted = placed.map((value) => value - over);
  const under = Math.max(0, low - Math.min(...shifted));
  return shifted.map((value) => value + under);
}
