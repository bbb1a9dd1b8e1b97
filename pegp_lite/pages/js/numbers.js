// A picture as it came: layout with places in a buffer. Here the places become numbers, and pictures between pictures.
import vocabulary from "./vocabulary.json";

const isPlace = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
export function resolved(drawing, view) {
  const length = Math.floor(view.byteLength / 4);
  const whole = view.byteOffset % 4 === 0;
  const buffer = whole
    ? new Float32Array(view.buffer, view.byteOffset, length)
    : new Float32Array(view.buffer.slice(view.byteOffset, view.byteOffset + 4 * length));
  const found = ([first, count]) => (count < 0 ? buffer[first] : buffer.subarray(first, first + count));
  const mark = (said) => {
    const made = { ...vocabulary[said.kind].usual, ...said };
    for (const field of vocabulary[said.kind].numbers) if (isPlace(made[field])) made[field] = found(made[field]);
    return made;
  };
  return { ...drawing, panels: drawing.panels.map((panel) => ({ ...panel, marks: panel.marks.map(mark) })) };
}

// The picture a share of the way from one to the other; marks that have no match are already the new ones.
export function between(before, after, share) {
  const mixed = (a, b) => {
    if (typeof b === "number") return Number.isFinite(a) && Number.isFinite(b) ? a + (b - a) * share : b;
    if (!a || a.length !== b.length) return b;
    return b.map((value, i) => (Number.isFinite(a[i]) && Number.isFinite(value) ? a[i] + (value - a[i]) * share : value));
  };
  const panels = after.panels.map((panel, p) => {
    const old = before.panels[p]?.marks ?? [];
    const marks = panel.marks.map((mark, m) => {
      if (old[m]?.kind !== mark.kind) return mark;
      const made = { ...mark };
      for (const field of vocabulary[mark.kind].numbers) made[field] = mixed(old[m][field], mark[field]);
      return made;
    });
    return { ...panel, marks };
  });
  return { ...after, panels };
}
