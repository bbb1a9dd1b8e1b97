// The claims under a panel: number, statement, verdict in a word, a sign and a shape, and the interval that decides.
import { scaleLinear } from "d3-scale";
import { node } from "./nodes.js";

const SIGNS = { holds: "✓", fails: "✗", open: "?", untested: "–" };
const WIDE = 96;

export const claims = (list) =>
  list.map((claim) =>
    node("div", { class: "pegp-claim" }, [
      node("span", { class: "number" }, claim.number),
      node("span", { class: "statement" }, claim.text),
      node("span", { class: `pegp-chip ${claim.verdict}`, title: claim.words || undefined }, `${SIGNS[claim.verdict]} ${claim.chip}`),
      claim.low === null ? node("span") : interval(claim),
      node("span", { class: "decides" }, claim.words),
    ]));

function interval({ low, middle, high, deciding }) {
  const all = [low, high, deciding].filter((value) => value !== null);
  const x = scaleLinear().domain([Math.min(...all), Math.max(...all)]).range([8, WIDE - 8]);
  if (x.domain()[0] === x.domain()[1]) x.domain([x.domain()[0] - 1, x.domain()[0] + 1]);
  const px = (value) => x(value).toFixed(1);
  return node("svg", { class: "interval", viewBox: `0 0 ${WIDE} 16`, width: WIDE, height: 16, "aria-hidden": "true" }, [
    deciding !== null && node("path", { class: "deciding", d: `M${px(deciding)} 1V15` }),
    node("path", { class: "whisker", d: `M${px(low)} 8H${px(high)}M${px(low)} 4v8M${px(high)} 4v8` }),
    node("circle", { cx: px(middle), cy: 8, r: 4 }),
  ]);
}
