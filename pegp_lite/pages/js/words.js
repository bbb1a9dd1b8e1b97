// Words with looks, measured and drawn.
import { node, role } from "./nodes.js";

const canvas = document.createElement("canvas").getContext("2d");
let family = "sans-serif";

export const useFamily = (name) => (family = name);
export const said = (runs) => runs.map((run) => run.text).join("");

export function width(runs, size, bold = false) {
  return runs.reduce((sum, run) => {
    canvas.font = `${bold || run.bold ? 650 : 400} ${size}px ${family}`;
    return sum + canvas.measureText(run.text).width;
  }, 0);
}

// One run a tspan; a text of one plain run needs none.
export function spans(runs) {
  if (runs.length === 1 && Object.keys(runs[0]).length === 1) return [runs[0].text];
  return runs.map((run) =>
    node("tspan", {
      class: [run.italic && "it", run.bold && "bd"].filter(Boolean).join(" ") || undefined,
      css: run.color ? { fill: role(run.color) } : {},
    }, run.text));
}

export const inHtml = (runs) =>
  runs.map((run) =>
    Object.keys(run).length === 1
      ? run.text
      : node("span", {
          class: [run.italic && "it", run.bold && "bd"].filter(Boolean).join(" ") || undefined,
          css: run.color ? { color: role(run.color) } : {},
        }, run.text));
