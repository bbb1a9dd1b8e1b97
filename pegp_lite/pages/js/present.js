// Present mode: one figure, large, with its main control and the words of the station one is at; keys for a clicker.
// A page's stations are the phrases of its prose that set a figure, in their order, so they are written down once.
import { inOrder, obey, settingsNow } from "./address.js";
import { node, patch } from "./nodes.js";

const PHRASE = 'a[href^="#set?"]';
const KEYS = [["Space →", "next"], ["←", "back"], ["S", "next station"], ["H", "truth"], ["V", "question and votes"], ["R", "reset"], ["C", "two side by side"], ["F", "full screen"], ["?", "keys"], ["Esc", "leave"]];
const SHOW_KEYS = 5000; // ms
const STEPS = ["step", "round"]; // settings that are a run: where there is one, next and back walk through it
const WRITES = "input:not([type=range]), textarea, select, [contenteditable=true]";
const state = { on: false, at: -1, figure: null, fitted: null, votes: false, keys: false };
let timer = 0;
const grown = new ResizeObserver(() => requestAnimationFrame(() => fit(2))); // a second figure, a longer sentence

const settings = (link) => new URLSearchParams(link.getAttribute("href").slice("#set?".length));
const stations = () => [...document.querySelectorAll(PHRASE)];
const names = (view) => Object.keys(view.model.get("address").now ?? {});
const figureOf = (link) => inOrder().find((view) => [...settings(link).keys()].some((name) => names(view).includes(name)));

// The sentence in which a phrase stands; formulas come out garbled, so such a sentence is cut to the phrase.
function words(link) {
  const block = link.closest("p, li, td, dd") ?? link;
  if (block.querySelector("mjx-container, .MathJax")) return link.textContent;
  const range = document.createRange();
  range.setStart(block, 0);
  range.setEndBefore(link);
  const before = range.toString();
  const text = block.textContent;
  const start = Math.max(0, ...[...before.matchAll(/[.?!]\s+/g)].map((end) => end.index + end[0].length));
  const rest = text.slice(before.length + link.textContent.length);
  const stop = rest.search(/[.?!](\s|$)/);
  return text.slice(start, stop < 0 ? undefined : before.length + link.textContent.length + stop + 1).trim();
}

export function present() {
  const button = document.getElementById("pegp-present");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => enter());
  document.addEventListener("keydown", (event) => key(event), true);
  addEventListener("resize", (event) => event.isTrusted && state.on && fit());
  document.addEventListener("pegp-address", () => {
    if (!state.on && new URLSearchParams(location.search).get("present") === "1" && inOrder().length) enter();
    else if (state.on) draw();
  });
}

function say(on) {
  const asked = new URLSearchParams(location.search);
  if (on) asked.set("present", "1");
  else asked.delete("present");
  const query = asked.toString();
  history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : "") + location.hash);
}

function enter() {
  const [first] = inOrder();
  if (!first) return;
  Object.assign(state, { on: true, at: -1, figure: first, votes: false });
  document.body.classList.add("presenting");
  say(true);
  showKeys();
  scrollTo(0, 0);
  draw();
}

function leave() {
  Object.assign(state, { on: false, fitted: null });
  grown.disconnect();
  document.body.classList.remove("presenting", "presenting-votes");
  document.querySelectorAll(".pegp-stage").forEach((stage) => stage.style.removeProperty("--pegp-height"));
  document.querySelectorAll(".pegp-shown").forEach((scene) => scene.classList.remove("pegp-shown"));
  document.querySelector(".pegp-presenter")?.remove();
  if (document.fullscreenElement) document.exitFullscreen();
  say(false);
}

function showKeys() {
  state.keys = true;
  clearTimeout(timer);
  timer = setTimeout(() => { state.keys = false; draw(); }, SHOW_KEYS);
}

function draw() {
  if (!state.on) return;
  if (!state.figure.el.isConnected) [state.figure] = inOrder();
  const scene = state.figure.el.closest(".pegp-scene");
  document.querySelectorAll(".pegp-shown").forEach((shown) => shown !== scene && shown.classList.remove("pegp-shown"));
  scene?.classList.add("pegp-shown");
  document.body.classList.toggle("presenting-votes", state.votes);
  let foot = document.querySelector(".pegp-presenter");
  if (!foot) {
    foot = document.createElement("footer");
    foot.className = "pegp-presenter";
    document.body.append(foot);
  }
  const all = stations();
  const link = all[state.at];
  const told = link ? words(link) : document.querySelector("h1")?.textContent.replace(/¶$/, "") ?? "";
  patch(foot, [
    node("p", { class: "at", role: "status" }, [node("small", {}, link ? `${state.at + 1} of ${all.length}` : `${all.length} stations`), told]),
    node("p", { class: "keys", hidden: state.keys ? undefined : "" }, KEYS.map(([name, does]) => node("span", {}, [node("kbd", {}, name), ` ${does}`]))),
  ]);
  if (state.fitted !== state.figure) {
    state.fitted = state.figure;
    grown.disconnect();
    grown.observe(state.figure.el.closest(".pegp-frame") ?? state.figure.el);
    requestAnimationFrame(() => fit());
  }
}

// The figure takes what sentence, controls and words leave of the screen, whatever a page has between them.
function fit(times = 6) {
  const frame = state.figure?.el.closest(".pegp-frame");
  const foot = document.querySelector(".pegp-presenter");
  const stage = frame?.closest(".pegp-stage");
  if (!state.on || !stage || !foot) return;
  const drawn = frame.querySelector(".panels")?.offsetHeight ?? 0;
  const asked = Number.parseFloat(getComputedStyle(state.figure.el).getPropertyValue("--pegp-height")) || drawn;
  const spare = innerHeight - foot.offsetHeight - frame.offsetHeight - frame.getBoundingClientRect().top - scrollY;
  if (Math.abs(spare) < 2) return;
  stage.style.setProperty("--pegp-height", `${Math.max(150, Math.round(asked + spare))}px`);
  dispatchEvent(new Event("resize"));
  if (times > 1) requestAnimationFrame(() => fit(times - 1));
}

function go(by) {
  const all = stations();
  const next = state.at + by;
  if (!all.length || next >= all.length) return;
  if (next < 0) { reset(); return; }
  state.at = next;
  const view = figureOf(all[next]);
  if (view) {
    state.figure = view;
    obey([...settings(all[next])]);
  }
  draw();
  scrollTo(0, 0);
}

function reset() {
  state.at = -1;
  press("Reset");
  draw();
}

// One of the buttons at the end of the figure's controls, which are not in view.
function press(...called) {
  const frame = state.figure.el.closest(".pegp-frame");
  [...(frame?.querySelectorAll(".pegp-rowend button") ?? [])].find((button) => called.includes(button.textContent.trim()))?.click();
}

// A run's next or last step; false where the figure has no run, or is not shown one now.
function walk(by) {
  const now = state.figure.model.get("address").now ?? {};
  const name = STEPS.find((each) => each in now);
  const slider = state.figure.el.closest(".pegp-frame")?.querySelector(".pegp-main .noUi-handle");
  if (!name || !slider?.offsetParent || slider.getAttribute("aria-valuenow") === null) return false;
  const [at, low, high] = ["aria-valuenow", "aria-valuemin", "aria-valuemax"].map((each) => Number(slider.getAttribute(each)));
  if (Math.round(at) !== Number(now[name])) return false; // the main slider is another one
  const next = at + by;
  if (next >= low && next <= high) state.figure.word("set", `${name}=${next}`);
  return true;
}

function truth() {
  const now = state.figure.model.get("address").now ?? {};
  const name = Object.keys(now).find((each) => each === "truth");
  if (name) state.figure.word("set", `${name}=${now[name] === "yes" ? "no" : "yes"}`);
}

function votes() {
  state.votes = !state.votes;
  draw();
  if (state.votes) document.querySelector(".pegp-shown .pegp-predict button:not(:disabled)")?.focus();
}

const DOES = {
  " ": () => walk(1) || go(1), ArrowRight: () => walk(1) || go(1), PageDown: () => walk(1) || go(1),
  ArrowLeft: () => walk(-1) || go(-1), PageUp: () => walk(-1) || go(-1),
  s: () => go(1), S: () => go(-1), r: reset, c: () => press("Compare", "One figure"), h: truth, v: votes, p: leave,
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
  "?": () => { state.keys = !state.keys; clearTimeout(timer); draw(); },
  Escape: () => (state.votes ? votes() : leave()),
};

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(WRITES)) return;
  const name = event.key.length === 1 && event.key !== "S" ? event.key.toLowerCase() : event.key;
  if (!state.on) {
    if (name !== "p" || settingsNow() === undefined) return;
    enter();
  } else {
    // What has the focus keeps the keys that are its own: a slider its arrows, a button its space bar.
    const own = event.target.closest?.("[role=slider], button, a[href], [role=button]");
    if (own && event.target !== document.body && (name === " " || name.startsWith("Arrow"))) return;
    const does = DOES[name];
    if (!does) return;
    does();
  }
  event.preventDefault();
  event.stopPropagation();
}
