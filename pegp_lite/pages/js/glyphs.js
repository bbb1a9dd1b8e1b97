// The outline of each glyph around (0, 0), `r` half its height; one meaning each.
const points = (list, r) => `M${list.map(([x, y]) => `${(x * r).toFixed(2)} ${(y * r).toFixed(2)}`).join("L")}Z`;
const around = (count, turn = -Math.PI / 2, radius = () => 1) =>
  Array.from({ length: count }, (_, k) => {
    const angle = turn + (2 * Math.PI * k) / count;
    return [radius(k) * Math.cos(angle), radius(k) * Math.sin(angle)];
  });

const SHAPES = {
  square: [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  triangle: [[0, -1], [1, 0.85], [-1, 0.85]],
  down: [[0, 1], [1, -0.85], [-1, -0.85]],
  left: [[-1, 0], [0.85, -1], [0.85, 1]],
  right: [[1, 0], [-0.85, -1], [-0.85, 1]],
  hourglass: [[-0.85, -0.95], [0.85, -0.95], [-0.85, 0.95], [0.85, 0.95]],
  diamond: [[0, -1], [0.82, 0], [0, 1], [-0.82, 0]],
  star: around(10, -Math.PI / 2, (k) => (k % 2 ? 0.42 : 1)),
  pentagon: around(5),
  hexagon: around(6),
  plus: [[-0.3, -1], [0.3, -1], [0.3, -0.3], [1, -0.3], [1, 0.3], [0.3, 0.3], [0.3, 1], [-0.3, 1], [-0.3, 0.3], [-1, 0.3],
    [-1, -0.3], [-0.3, -0.3]],
};

export function outline(glyph, r) {
  if (glyph === "cross") {
    const a = (0.75 * r).toFixed(2);
    return `M-${a} -${a}L${a} ${a}M${a} -${a}L-${a} ${a}`;
  }
  if (SHAPES[glyph]) return points(SHAPES[glyph], r);
  return `M${r} 0A${r} ${r} 0 1 1 -${r} 0A${r} ${r} 0 1 1 ${r} 0Z`; // circle and ring
}
