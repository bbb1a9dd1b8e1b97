// The class, where there is one: votes on the predictions, the lecturer's offers, finished games. Alone none of it runs.
import { here } from "./memory.js";
import { node, patch } from "./nodes.js";
import { settings, stations } from "./stations.js";

let known; // what the server says about itself
const config = () => (known ??= JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}"));
const xsrf = () => document.cookie.match(/(?:^|; )_xsrf=([^;]*)/)?.[1] ?? "";
const SHOWN = "pegp-offer-seen";
const ROUNDS = 20;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let base = "";
let told = null; // what the server said last
const watchers = new Set();
const pending = new Map(); // votes on their way, by question

export const inClass = () => Boolean(config().pegpClass && here());
export const lectures = () => Boolean(told?.desk);
export const idOf = (card) => `${here()}/${card.id}`;

export function votesOn(question) {
  const none = { round: 1, mine: null, revealed: false, counts: null, earlier: [] };
  const known = { ...none, ...told?.votes[question] };
  return pending.has(question) && !known.revealed ? { ...known, mine: pending.get(question) } : known;
}

export function watch(callback) {
  watchers.add(callback);
  return () => watchers.delete(callback);
}
const changed = () => watchers.forEach((callback) => callback());

const post = (path, body) =>
  fetch(base + path, { method: "POST", headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf() }, body: JSON.stringify(body) })
    .catch(() => null);

export async function vote(question, choice) {
  pending.set(question, choice);
  changed();
  const answer = await post("class/vote", { question, choice });
  if (answer?.ok && told) told.votes[question] = { ...votesOn(question), mine: choice };
  pending.delete(question);
  changed();
}

export const reveal = (question) => post("desk/act", { do: "reveal", question });
export const again = (question) => post("desk/act", { do: "again", question });

const view = () => {
  const asked = new URLSearchParams(location.search);
  for (const own of ["present", "notes", "played"]) asked.delete(own); // a game is offered, and not the lecturer's looks
  return { page: here(), query: asked.toString() };
};

// ---- the lecturer's offer -------------------------------------------------------------------------------------------
function showOffer() {
  let box = document.querySelector(".pegp-offer");
  const { offer } = told;
  const now = view();
  const seen = sessionStorage.getItem(SHOWN);
  if (!offer || told.desk || offer.number === seen || (offer.page === now.page && offer.query === now.query)) {
    box?.remove();
    return;
  }
  if (!box) {
    box = document.createElement("div");
    box.className = "pegp-offer";
    box.setAttribute("role", "status");
    document.body.append(box);
  }
  const away = () => {
    sessionStorage.setItem(SHOWN, offer.number);
    box.remove();
  };
  const address = `${base}voila/render/${offer.page}.ipynb${offer.query ? `?${offer.query}` : ""}`;
  patch(box, [
    node("span", {}, offer.page === now.page ? "Your lecturer shows this page in another state." : `Your lecturer shows “${offer.page.slice(3).replaceAll("_", " ")}”.`),
    node("a", { href: address, on: { click: () => sessionStorage.setItem(SHOWN, offer.number) } }, "Open it"),
    node("button", { type: "button", on: { click: away } }, "Not now"),
  ]);
}

function showTools() {
  const tools = document.querySelector(".pegp-bar .tools");
  if (!tools || !told.desk || tools.querySelector(".pegp-show")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn quiet pegp-show";
  button.textContent = "Show to all";
  button.addEventListener("click", async () => {
    const answer = await post("desk/act", { do: "offer", ...view() });
    button.textContent = answer?.ok ? "Shown ✓" : "Not shown ✗";
    setTimeout(() => (button.textContent = "Show to all"), 2500);
  });
  tools.prepend(button);
}

// ---- finished games -------------------------------------------------------------------------------------------------
const handedIn = new Set();
const opened = new URLSearchParams(location.search).get("played");
let played = "";
document.addEventListener("pegp-address", ({ detail }) => {
  played = detail.played ?? "";
  handIn();
});

// A game that came with the address or stands in the prose was not played here.
const anothers = (game) => game === opened || stations().some((link) => settings(link).get("played") === game);

// The page may have finished a game before it heard of the class; what did not arrive is handed in with the next news.
async function handIn() {
  const game = played;
  if (!told || game.split(".").length < ROUNDS || handedIn.has(game) || anothers(game)) return;
  handedIn.add(game);
  const answer = await post("class/score", { game });
  if (!answer || answer.status === 429) handedIn.delete(game);
}

// ---- news -----------------------------------------------------------------------------------------------------------
export async function attend() {
  if (!inClass()) return;
  base = config().baseUrl || "/";
  let heard = -1;
  for (;;) {
    const answer = await fetch(`${base}class/news?heard=${heard}`, { cache: "no-store" }).catch(() => null);
    if (answer?.status !== 200) {
      await pause(answer?.status === 204 ? 500 : 2500); // the page's own line is not open yet, or the server is busy
      continue;
    }
    const news = await answer.json();
    if (news.heard === heard) continue;
    ({ heard } = news);
    told = news;
    changed();
    handIn();
    showOffer();
    showTools();
  }
}
