// The start page, without a kernel: another game of page 00's kind under the hand, a picture a page, what is done.
import figureStyle from "./figure.css";
import { Figure } from "./figure.js";
import frameStyle from "./frame.css";
import { resolved } from "./numbers.js";
import { adopt } from "./styles.js";

const KEY = "pegp-lite"; // as in memory.js
const EVERY = 1200; // ms a look stays while it plays
const bytes = (text) => new DataView(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
const opened = ({ drawing, numbers, sentence }) => ({ picture: resolved(drawing, bytes(numbers)), sentence });

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

// ---- the hero: scrubbed, played, and asked where it looks next ----
function hero(root, pictures) {
  const looks = pictures.map(opened);
  const [slider, told, play] = ["input", "output", "button"].map((part) => root.querySelector(part));
  let [you, asked, clock] = [null, -1, 0];
  const figure = new Figure(root.querySelector(".pegp-live"), (hand) => {
    if (hand.key !== "you" && hand.key !== "here") return;
    you = Math.min(1, Math.max(0, Math.round(100 * hand.x) / 100));
    if (!hand.held) asked = Number(slider.value);
    show();
    figure.answered();
  });
  // The picture holds the algorithm's own choice, a triangle and its words: shown once the reader has chosen.
  const placed = (picture, n) => {
    const panel = picture.panels[0];
    const ahead = panel.marks.findIndex((mark) => mark.marker === "down");
    const marks = panel.marks
      .filter((_, k) => asked === n || ahead < 0 || (k !== ahead && k !== ahead + 1))
      .map((mark, k, all) => {
        const mine = mark.kind === "handle" || all[k + 1]?.kind === "handle";
        if (you === null || !mine) return mark;
        const side = you < 0.75 ? 1 : -1;
        return mark.kind === "handle" ? { ...mark, x: you, words: `x = ${you.toFixed(2)}` } : { ...mark, x: you, dx: side * Math.abs(mark.dx), anchor: side > 0 ? "start" : "end" };
      });
    return { ...picture, panels: [{ ...panel, marks }] };
  };
  const show = () => {
    const n = Number(slider.value);
    const yours = you === null || n === looks.length - 1 ? "" : ` You would look at x = ${you.toFixed(2)}.`;
    figure.show(placed(looks[n].picture, n), looks[n].sentence + yours);
    told.textContent = `${n} of ${looks.length - 1}`;
    slider.style.setProperty("--share", `${(100 * n) / (looks.length - 1)}%`);
  };
  const stop = () => {
    clearInterval(clock);
    clock = 0;
    play.textContent = "▶ Play";
  };
  const go = (n) => {
    slider.value = n;
    asked = -1;
    show();
  };
  slider.addEventListener("input", () => { stop(); go(slider.value); });
  play.addEventListener("click", () => {
    if (clock) return stop();
    play.textContent = "❚❚ Pause";
    go(Number(slider.value) >= looks.length - 1 ? 0 : Number(slider.value) + 1);
    clock = setInterval(() => {
      go(Number(slider.value) + 1);
      if (Number(slider.value) >= looks.length - 1) stop();
    }, EVERY);
  });
  show();
}

// ---- what the reader has done: ticks, the page to go on with, and a way to begin again ----
function progress() {
  const answers = kept();
  const cards = [...document.querySelectorAll(".pegp-start .pc[data-page]")];
  const done = (page) => Object.keys(answers[page] ?? {}).some((id) => id !== "exercise") && "exercise" in (answers[page] ?? {});
  const begun = cards.some((card) => answers[card.dataset.page]);
  const next = cards.find((card) => !done(card.dataset.page)) ?? cards[0];
  for (const card of cards) {
    const now = begun && card === next;
    card.classList.toggle("now", now);
    card.querySelector(".st").textContent = now ? "continue" : done(card.dataset.page) ? "✓ done" : card.dataset.minutes;
  }
  const link = document.getElementById("pegp-continue");
  link.href = next.href;
  link.textContent = `${begun ? "Continue" : "Start"} with ${next.querySelector(".no").textContent}`;
  document.getElementById("pegp-over").hidden = !begun;
}

function forget() {
  const { theme } = kept();
  try {
    localStorage.setItem(KEY, JSON.stringify(theme ? { theme } : {}));
  } catch {
    return; // a browser that keeps nothing has nothing to forget
  }
  progress();
  document.dispatchEvent(new CustomEvent("pegp-progress"));
  document.getElementById("pegp-continue").focus();
}

adopt(figureStyle + frameStyle);
const { hero: pictures, pages } = globalThis.pegpPictures;
hero(document.getElementById("pegp-hero"), pictures);
for (const [name, picture] of Object.entries(pages)) {
  const place = document.querySelector(`.pc[data-page="${name}"] .thumb > span`);
  if (!place) continue;
  const { picture: made, sentence } = opened(picture);
  new Figure(place, () => {}).show(made, sentence);
}
progress();
document.getElementById("pegp-over").addEventListener("click", forget);
