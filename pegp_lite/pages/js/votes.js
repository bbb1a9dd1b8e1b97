// The class's part of a prediction's card: bars once they are revealed, and a second vote when one is opened.
import { again, idOf, lectures, reveal, vote, votesOn } from "./classroom.js";
import { node } from "./nodes.js";

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const bars = (counts, card, title) => {
  const all = counts.reduce((a, b) => a + b, 0);
  return node("table", { class: "bars" }, [
    node("caption", {}, title),
    ...counts.map((count, k) => node("tr", {}, [
      node("th", { scope: "row" }, card.options[k] + (k === card.right ? " ✓" : "")),
      node("td", { class: "track" }, [node("i", { class: k === card.right ? "bar right" : "bar", css: { width: `${all ? (100 * count) / all : 0}%` } })]),
      node("td", {}, String(count)),
    ])),
  ]);
};

// Revealed, the bars are there at once; the page's own answer comes from its process a moment later.
// Told or not, the room for one set of bars is kept from the start, so that a reveal moves nothing.
export function classPart(card) {
  const question = idOf(card);
  const state = votesOn(question);
  const known = card.told || state.revealed ? [...state.earlier, ...(state.counts ? [state.counts] : [])] : [];
  const title = (k, counts) => `${known.length > 1 || state.round > 1 ? `round ${k + 1}: ` : "the class: "}${counted(counts.reduce((a, b) => a + b, 0), "vote")}`;
  const parts = known.slice(-2).map((counts, k, shown) => bars(counts, card, title(known.length - shown.length + k, counts)));
  if (state.round > 1 && !state.revealed && card.told) {
    parts.push(node("div", { class: "once-more" }, [
      node("span", {}, "Vote again: "),
      ...card.options.map((words, k) => node("button", { type: "button", class: "btn", "aria-pressed": k === state.mine, on: { click: () => vote(question, k) } }, words)),
    ]));
  }
  if (lectures()) {
    parts.push(node("div", { class: "once-more" }, [
      node("button", { type: "button", class: "btn", disabled: state.revealed ? "" : undefined, on: { click: () => reveal(question) } }, "Reveal to all"),
      node("button", { type: "button", class: "btn", on: { click: () => again(question) } }, "Vote again"),
    ]));
  }
  return node("div", { class: "pegp-class", css: { "min-height": `${26 * (card.options.length + 1)}px` } }, parts);
}

export function waitingWords(card) {
  const { mine, round } = votesOn(idOf(card));
  return mine === null
    ? `${round > 1 ? "Talk it over, and vote again." : "Vote."} The class’s answers appear when your lecturer shows them; until then you can change yours.`
    : "Your vote is in. You can change it until your lecturer shows the answers.";
}
