// The settings of a page's figures in the browser's address, and phrases in the prose that set them: [so](#set?y=2), or
// [just so](#only?y=2), after which nothing is left of what was set before.
import { PHRASE, settings } from "./stations.js";

const PAUSE = 120; // ms between two addresses: Firefox throws at the two hundredth in ten seconds
const figures = new Set(); // views that have an address, whatever order they came in
let [writing, written] = [0, -Infinity];
const mine = (view) => Object.keys(view.model.get("address").now ?? {});
const inApp = () => Boolean(document.body.dataset.voila);

export function join(view) {
  if (!mine(view).length) return;
  figures.add(view);
  const names = mine(view);
  if (inApp() && !view.asked) {
    view.asked = true;
    const wanted = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => names.includes(name)));
    if (wanted.size && sorted(wanted) !== sorted(new URLSearchParams(view.model.get("address").query))) {
      view.word("address", wanted.toString()); // the process was started before the visitor came
      announce(); // where the address makes no sense, nothing will change
      return;
    }
  }
  follow();
}

export const leave = (view) => figures.delete(view);

function sorted(query) {
  query.sort();
  return query.toString();
}

function announce() {
  markPhrases();
  document.dispatchEvent(new CustomEvent("pegp-address", { detail: settingsNow() }));
}

export function follow() {
  announce();
  if (!inApp()) return;
  clearTimeout(writing);
  writing = setTimeout(write, Math.max(0, written + PAUSE - performance.now()));
}

// Whether the address is behind: it will be written in a moment.
export const pending = () => writing > 0;

function write() {
  [writing, written] = [0, performance.now()];
  const views = inOrder();
  const known = new Set(views.flatMap(mine));
  const others = [...new URLSearchParams(location.search)].filter(([name]) => !known.has(name));
  const parts = [...views.map((view) => view.model.get("address").query), new URLSearchParams(others).toString()];
  const query = parts.filter(Boolean).join("&");
  const target = location.pathname + (query ? `?${query}` : "") + location.hash;
  if (target !== location.pathname + location.search + location.hash) history.replaceState(history.state, "", target);
}

export const inOrder = () =>
  [...figures].sort((a, b) => (a.el.compareDocumentPosition(b.el) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));

export const settingsNow = () => Object.assign({}, ...[...figures].map((view) => view.model.get("address").now));

function markPhrases() {
  const now = settingsNow();
  for (const link of document.querySelectorAll(PHRASE)) {
    const set = [...settings(link)].every(([name, value]) => now[name] === value);
    link.classList.add("pegp-try");
    link.setAttribute("role", "button");
    link.setAttribute("aria-pressed", String(set));
  }
}

export function listenToPhrases() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(PHRASE);
    if (!link) return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab would look for a heading of that name
    follows(link);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.(PHRASE)) return;
    event.preventDefault();
    event.stopPropagation();
    follows(event.target);
  }, true);
}

const follows = (link) => obey([...settings(link)], link.matches('[href^="#only?"]') ? "station" : "set");

export function obey(wanted, kind = "set") {
  for (const view of inOrder()) {
    const own = wanted.filter(([name]) => mine(view).includes(name));
    if (!own.length) continue;
    view.word(kind, new URLSearchParams(own).toString());
    const box = view.el.getBoundingClientRect();
    if (box.top < 0 || box.top + Math.min(box.height, 240) > innerHeight) {
      view.el.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
      const frame = view.el.closest(".pegp-frame") ?? view.el;
      frame.classList.remove("pulse");
      requestAnimationFrame(() => frame.classList.add("pulse"));
    }
  }
}
