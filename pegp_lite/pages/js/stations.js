// A page's stations: the phrases of its prose that set a figure, in their order, so that they are written down once.
export const PHRASE = ':is(a[href^="#set?"], a[href^="#only?"])';
const FORMULA = "mjx-container, .MathJax, script";
const LONG = 200; // letters; of a longer sentence the part between colons and semicolons is shown

export const stations = () => [...document.querySelectorAll(PHRASE)].filter((link) => !link.closest(".pegp-listing"));
export const settings = (link) => new URLSearchParams(link.getAttribute("href").split("?")[1]);

// The sentence in which a phrase stands, with its formulas as they are drawn, and the phrase marked.
export function words(link) {
  const block = link.closest("p, li, td, dd") ?? link;
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement.closest(FORMULA) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const pieces = [];
  let text = "";
  while (walker.nextNode()) {
    pieces.push({ node: walker.currentNode, start: text.length });
    text += walker.currentNode.data;
  }
  const own = pieces.filter(({ node }) => link.contains(node));
  const [from, to] = [own[0].start, own.at(-1).start + own.at(-1).node.length];
  let [start, stop] = bounds(text, from, to, ".?!");
  if (stop - start > LONG) [start, stop] = bounds(text, from, to, ".?!:;");
  const range = document.createRange();
  const place = (at, last) => pieces.findLast((piece) => (last ? piece.start < at : piece.start <= at)) ?? pieces[0];
  const [first, end] = [place(start, false), place(stop, true)];
  range.setStart(first.node, start - first.start);
  range.setEnd(end.node, stop - end.start);
  link.dataset.here = "";
  const copy = range.cloneContents();
  delete link.dataset.here;
  for (const each of copy.querySelectorAll("a")) {
    const plain = document.createElement("here" in each.dataset ? "mark" : "span");
    plain.append(...each.childNodes);
    each.replaceWith(plain);
  }
  return copy;
}

function bounds(text, from, to, ends) {
  const before = [...text.slice(0, from).matchAll(new RegExp(`[${ends}]["”)]*\\s+`, "g"))].at(-1);
  const after = text.slice(to).search(new RegExp(`[${ends}](\\s|$)`));
  return [before ? before.index + before[0].length : 0, after < 0 ? text.length : to + after + (text[to + after].match(/[:;]/) ? 0 : 1)];
}
