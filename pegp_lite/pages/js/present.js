// Present mode: one figure, large, with its main control and the words of the station one is at; keys for a clicker.
import { inOrder, obey, settingsNow } from "./address.js";
import { inClass } from "./classroom.js";
import { node, patch } from "./nodes.js";
import { settings, stations, words } from "./stations.js";

const KEYS = [["Space →", "next"], ["←", "back"], ["S", "next station"], ["N", "next rejection"], ["T", "next panel"], ["H", "truth"], ["V", "question"], ["R", "reset"], ["C", "two side by side"], ["F", "full screen"], ["?", "keys"], ["Esc", "leave"]];
const SHOW_KEYS = 5000; // ms
const PRESSED = [["‹", "back", "ArrowLeft"], ["›", "next", "ArrowRight"], ["Next ✗", "next rejection", "n", "N"], ["Question", "question", "v"], ["Leave", "leave", "Escape"]]; // by a finger, which has no keys
const STEPS = ["step", "round"]; // settings that are a run: where there is one, next and back walk through it
const WRITES = "input:not([type=range]), textarea, select, [contenteditable=true]";
const SAID = 3; // lines of the sentence
const CROWDED = 0.85; // of the height that a figure's words need: below it, buttons go too
const state = { on: false, at: -1, figure: null, fitted: null, votes: false, keys: false, said: undefined, doing: 0 };
let timer = 0;
const grown = new ResizeObserver(() => requestAnimationFrame(() => fit(2))); // a second figure, a longer sentence

const names = (view) => Object.keys(view.model.get("address").now ?? {});
const figureOf = (link) => inOrder().find((view) => [...settings(link).keys()].some((name) => names(view).includes(name)));

export function present() {
  const button = document.getElementById("pegp-present");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => enter());
  document.addEventListener("keydown", (event) => key(event), true);
  document.addEventListener("click", (event) => state.on && event.target.closest(".pegp-veil button") && votes());
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
  Object.assign(state, { on: true, at: -1, figure: first, votes: false, said: undefined });
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
  for (const own of ["pegp-shown", "pegp-tight", "pegp-crowded"]) document.querySelectorAll(`.${own}`).forEach((element) => element.classList.remove(own));
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
  patch(foot, [
    node("p", { class: "at", role: "status" }, [node("small", {}, link ? `${state.at + 1} of ${all.length}` : `${all.length} stations`), node("span", { raw: true })]),
    node("p", { class: "pressed" }, PRESSED.map(([words, called, does, only]) => node("button", { type: "button", class: "btn", "aria-label": called, hidden: only && !ONLY[only]() ? "" : undefined, on: { click: () => DOES[does]() } }, words))),
    node("p", { class: "keys", hidden: state.keys ? undefined : "" }, keys().map(([name, does]) => node("span", {}, [node("kbd", {}, name), ` ${does}${name === "V" && inClass() ? " and votes" : ""}`]))),
  ]);
  if (state.said !== (link ?? null)) {
    state.said = link ?? null;
    const told = link ? words(link) : document.querySelector("h1")?.textContent.replace(/¶$/, "") ?? "";
    foot.querySelector(".at span").replaceChildren(told);
  }
  if (state.fitted !== state.figure) {
    state.fitted = state.figure;
    grown.disconnect();
    grown.observe(state.figure.el.closest(".pegp-frame") ?? state.figure.el);
    grown.observe(foot);
    requestAnimationFrame(() => fit());
  } else requestAnimationFrame(() => fit(2));
}

// The keys that do something here.
const keys = () => KEYS.filter(([name]) => name in ONLY ? ONLY[name]() : true);

// The figure takes what sentence, controls and words leave of the screen, whatever a page has between them; where that
// is not enough for its words, the sentence goes, and then the buttons.
function fit(times = 6) {
  const frame = state.figure?.el.closest(".pegp-frame");
  const foot = document.querySelector(".pegp-presenter");
  const stage = frame?.closest(".pegp-stage");
  if (!state.on || !stage || !foot) return;
  const panels = frame.querySelector(".panels");
  const drawn = panels?.offsetHeight ?? 0;
  const sentence = frame.querySelector(".pegp-sentence");
  const size = Number.parseFloat(getComputedStyle(frame).getPropertyValue("--words")) || 24;
  const doing = frame.querySelector(".pegp-doing");
  state.doing = doing?.offsetHeight || (doing ? state.doing : 0);
  const others = frame.offsetHeight - drawn - (sentence?.offsetHeight ?? 0) - (doing?.offsetHeight ?? 0);
  const { least = 0, given = 0 } = state.figure.figure ?? {};
  const room = innerHeight - foot.offsetHeight - frame.getBoundingClientRect().top - scrollY - others - (drawn - given) - state.doing;
  frame.classList.toggle("pegp-tight", room - SAID * 1.3 * size < least);
  frame.classList.toggle("pegp-crowded", room < CROWDED * least);
  const asked = Math.min(Number.parseFloat(getComputedStyle(state.figure.el).getPropertyValue("--pegp-height")) || drawn, given || drawn); // a low picture takes less than it may
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
  state.keys = false; // they lie over the words that come now
  const view = figureOf(all[next]);
  if (view) {
    state.figure = view;
    obey([...onTheWay(view), ...settings(all[next])], "station");
  }
  draw();
  scrollTo(0, 0);
}

// A station begins from the page's first settings, whatever the last one left; but a run stays at its step.
function onTheWay(view) {
  const now = view.model.get("address").now ?? {};
  return STEPS.some((name) => Number(now[name])) ? [...STEPS, "line"].filter((name) => name in now).map((name) => [name, now[name]]) : [];
}

// The whole page, since the stations on the way here may have set another figure than the one in view.
function reset() {
  state.at = -1;
  for (const frame of new Set(inOrder().map(frameOf))) button(frame, "Reset")?.click();
  draw();
}

// A figure's buttons, which are not in view.
const frameOf = (view) => view?.el.closest(".pegp-frame");
const button = (frame, ...called) =>
  [...(frame?.querySelectorAll(".pegp-rowend button, .pegp-row button") ?? [])].find((each) => called.includes(each.textContent.trim()));
function press(...called) {
  const found = button(frameOf(state.figure), ...called);
  found?.click();
  return Boolean(found);
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
  const card = document.querySelector(".pegp-shown .pegp-predict");
  if (!state.votes || !card) return;
  card.tabIndex = -1; // Tab goes to its first button, and Space presses none
  card.focus();
}

// From the question back to the figure, and from there to the next step; a clicker has no other key.
const advance = (by) => (state.votes ? votes() : walk(by) || go(by));

// The next panel, where one is shown at a time.
function turn() {
  const tabs = [...state.figure.el.closest(".pegp-frame").querySelector(".pegp-figure").querySelectorAll(".tabs .tab")];
  tabs[(tabs.findIndex((tab) => tab.getAttribute("aria-pressed") === "true") + 1) % tabs.length]?.click();
}

const named = (...called) => Boolean(button(frameOf(state.figure), ...called));
const ONLY = {
  N: () => named("Next rejection"), C: () => named("Compare", "One figure"), H: () => "truth" in (state.figure.model.get("address").now ?? {}),
  T: () => Boolean(state.figure.el.closest(".pegp-frame")?.querySelector(".tabs .tab")),
};
const DOES = {
  " ": () => advance(1), ArrowRight: () => advance(1), PageDown: () => advance(1), ArrowLeft: () => advance(-1), PageUp: () => advance(-1),
  s: () => go(1), n: () => press("Next rejection") || go(1), t: turn, S: () => go(-1), r: reset, c: () => press("Compare", "One figure"), h: truth, v: votes, p: leave,
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
