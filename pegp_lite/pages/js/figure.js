// A figure: title and glyph key, panels in cells at their measured width, veils over what answers an open question.
import { inClass } from "./classroom.js";
import { claims } from "./claims.js";
import { glyph } from "./shapes.js";
import { between } from "./numbers.js";
import { brief, least, sharedOut } from "./large.js";
import { node, patch } from "./nodes.js";
import { PanelView } from "./panel.js";
import { inHtml, said, useFamily, width } from "./words.js";

const NARROW = 520; // pixels below which letters are small and columns fall into one; more where letters are large
const HALF = 800; // the same for panels in columns beside as many others
const FLAT = 3.2; // times as wide as high: a first panel that is flatter shares its row with one that may stand beside it
const BESIDE = 40; // letters of width that the two then need
const SETTLED = 250; // ms without news after which a change glides
const NO_CLAIM = { number: "–", text: "–", verdict: "untested", chip: "–", words: "–", low: null };
const RAGGED = 1.04; // by how much lines that break between words are longer than their words
const KEY = { star: 9.5, diamond: 8.5 }; // drawn to look as large as the other glyphs of a key
const LETTER = { usual: 15, small: 13.4 }; // pixels where the page's own letters are 15 high
let pressed = false;
if (typeof document !== "undefined") {
  for (const [kind, is] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]]) {
    document.addEventListener(kind, () => (pressed = is), true);
  }
}

export class Figure {
  constructor(root, tell) {
    [this.root, this.tell] = [root, tell];
    this.views = [];
    [this.lit, this.held, this.tab, this.news, this.heard] = [null, false, undefined, -Infinity, false];
    root.classList.add("pegp-figure");
    root.setAttribute("role", "group");
    root.dataset.lmSuppressShortcuts = "true"; // arrow keys on a handle are not JupyterLab's
    this.watch = new ResizeObserver((seen) => {
      if (!this.picture) return;
      for (const { target } of seen) if (target.matches(".pegp-sentence")) this.reserve(target);
      if (seen.some(({ target }) => target === root)) {
        this.wide = root.clientWidth;
        this.lay();
      }
    });
    this.watch.observe(root);
    this.again = () => this.picture && this.lay();
    window.addEventListener("resize", this.again);
    document.fonts?.addEventListener?.("loadingdone", this.again);
  }

  leave() {
    this.watch.disconnect();
    window.removeEventListener("resize", this.again);
    document.fonts?.removeEventListener?.("loadingdone", this.again);
    cancelAnimationFrame(this.frame);
  }

  show(picture, sentence) {
    this.root.setAttribute("aria-label", sentence);
    this.sentence = sentence;
    const now = performance.now();
    const gap = now - this.news;
    this.news = now;
    cancelAnimationFrame(this.frame);
    const glides = this.shown && !this.held && !pressed && gap > SETTLED && !document.hidden;
    const time = glides ? duration(this.root) : 0;
    this.picture = picture;
    if (!time) return this.put(picture);
    const before = this.shown;
    const step = (at) => {
      const share = Math.min(1, (at - now) / time);
      this.put(share < 1 ? between(before, picture, 1 - (1 - Math.max(0, share)) ** 3) : picture);
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  put(picture) {
    this.shown = picture;
    this.lay();
    if (this.heard) this.answered();
  }

  // What a hand did last is dealt with: from the end of a glide on, handles stand where the picture has them.
  answered() {
    this.heard = this.shown !== this.picture;
    if (!this.heard) this.views.forEach((view) => view?.letGo());
  }

  // A mark or toggle pressed; twice in a row, or with Shift, says something else.
  press(event, key) {
    this.tell(event.detail === 2 || event.shiftKey ? { key, twice: true } : { key });
  }

  hold(held) {
    this.held = held;
    this.root.classList.toggle("holding", held);
  }

  // Whether something was lit or put out, so that all panels were drawn.
  light(key) {
    if (key === this.lit) return false;
    this.lit = key;
    this.views.forEach((view) => view?.panel && !view.panel.covered && view.draw());
    return true;
  }

  lay() {
    const picture = this.shown ?? this.picture;
    const style = getComputedStyle(this.root);
    useFamily(style.getPropertyValue("--sans") || style.fontFamily);
    const wide = (this.wide ??= this.root.clientWidth); // known, it need not be measured for each picture
    if (!wide) return;
    const chosen = length(style, "--pegp-letter");
    const type = Number.parseFloat(style.fontSize) / LETTER.usual || 1; // a large screen has larger letters
    const large = Boolean(this.root.closest(".presenting"));
    const room = picture.columns > 1 && (large || this.root.closest(".pegp-two")) ? HALF : NARROW;
    const narrow = wide < room * Math.max(1, chosen / LETTER.small);
    const columns = narrow ? 1 : picture.columns;
    const tabbed = picture.tabs.length > 0 && narrow;
    this.tab ??= this.fellows().find((figure) => figure.tab !== undefined)?.tab ?? picture.tabs[0];
    this.root.classList.toggle("narrow", narrow);
    this.root.classList.toggle("cells", picture.columns > 1);
    patch(this.root, [head(picture), tabbed ? this.tabs(picture) : node("div", { hidden: "" }), this.cells(picture, tabbed), spoken(large ? brief(this.sentence, wide, length(style, "--words")) : this.sentence)]);
    const [, , cells, words] = this.root.children;
    if (this.words !== words) this.watch.observe((this.words = words));
    const given = length(style, "--pegp-height");
    const taken = given && this.keep(words, picture.letters);
    const wanted = picture.height * (chosen ? chosen / LETTER.usual : narrow ? 0.8 : type);
    const total = given ? Math.min(given - taken, wanted) : wanted;
    const rows = rowsOf(picture, total, wide, wide >= BESIDE * (chosen || LETTER.usual));
    const heights = this.heights(picture, total, rows, tabbed, large ? chosen : 0);
    place(cells, picture, columns, rows);
    this.fill(cells, columns, heights);
    const panels = [...cells.children].map((cell) => cell.querySelector("svg.panel"));
    const layout = JSON.stringify([wide, type, chosen, large, columns, rows, tabbed && this.tab, picture.panels.map(({ beside, covered }) => [beside, covered])]);
    if (layout !== this.layout) [this.layout, this.widths] = [layout, panels.map((svg) => svg?.clientWidth)];
    picture.panels.forEach((panel, k) => {
      const svg = panels[k];
      if (!svg) { this.views[k] = null; return; }
      if (this.views[k]?.svg !== svg) this.views[k] = new PanelView(svg, this);
      const letter = chosen || type * (panel.dense || narrow ? LETTER.small : LETTER.usual);
      this.views[k].show(panel, Math.round(this.widths[k] || wide), heights[k], letter);
    });
    picture.panels.forEach((panel, k) => {
      const cover = cells.children[k].querySelector(".pegp-veil");
      if (!cover) return;
      cover.style.height = `${heights[k]}px`;
      cover.classList.toggle("low", heights[k] < 90);
    });
  }

  // The sentence keeps the tallest form it had at this width, so that nothing below it moves.
  reserve(words) {
    const wide = words.clientWidth;
    if (this.reservedAt !== wide) { this.reservedAt = wide; words.style.minHeight = ""; this.keep(words, this.picture.letters); }
    const tall = words.offsetHeight;
    if (tall > (Number.parseFloat(words.style.minHeight) || 0)) words.style.minHeight = `${tall}px`;
  }

  // Room for the longest sentence the page may say, before it says it; what that takes beyond the usual two lines, the
  // panels give, but where the controls stand above the figure: there nothing below the sentence must stay in view.
  keep(words, letters) {
    if (!letters || document.body.classList.contains("presenting")) return 0;
    const wide = words.clientWidth;
    if (this.keptFor !== `${wide} ${letters}`) {
      this.keptFor = `${wide} ${letters}`;
      const look = getComputedStyle(words);
      const px = (name) => Number.parseFloat(look[name]);
      const letter = width([{ text: this.sentence }], px("fontSize")) / this.sentence.length;
      const lines = Math.ceil((letters * letter * RAGGED) / (wide - px("paddingLeft") - px("paddingRight")));
      this.kept = lines * px("lineHeight") + px("paddingTop") + px("paddingBottom");
      this.taken = this.root.closest(".pegp-on-top") ? 0 : Math.max(0, (lines - 2) * px("lineHeight"));
    }
    if (this.kept > (Number.parseFloat(words.style.minHeight) || 0)) words.style.minHeight = `${Math.ceil(this.kept) + 1}px`;
    return this.taken;
  }

  // Where less stands below a panel than below its neighbour in the row, the panel is that much taller.
  fill(cells, columns, heights) {
    if (columns < 2) return;
    const below = [...cells.children].map((cell) => [...cell.querySelectorAll(":scope > :is(.pegp-toggles, .pegp-claims)")].reduce((sum, part) => sum + part.offsetHeight, 0));
    const tallest = (k) => Math.max(...below.filter((_, other) => Math.floor(other / columns) === Math.floor(k / columns)));
    below.forEach((own, k) => (heights[k] += tallest(k) - own));
  }

  // Of each panel; with large letters, as much as its words need before all others get more.
  heights(picture, total, rowOf, tabbed, large) {
    const needs = picture.panels.map((panel) => (large && !panel.covered ? least(panel, large) : 60));
    if (tabbed) {
      [this.least, this.given] = [needs[this.tab], Math.max(60, Math.round(total))];
      return picture.panels.map(() => this.given);
    }
    const [shares, leasts] = [[], []];
    picture.panels.forEach((panel, k) => {
      shares[rowOf[k]] = Math.max(shares[rowOf[k]] ?? 0, panel.share);
      leasts[rowOf[k]] = Math.max(leasts[rowOf[k]] ?? 0, needs[k] + (panel.title.length ? 30 : 0));
    });
    const sum = shares.reduce((a, b) => a + b, 0);
    const rows = large ? sharedOut(total, shares, leasts) : shares.map((share) => (total * share) / sum);
    const found = picture.panels.map((panel, k) => Math.max(60, Math.round(rows[rowOf[k]] - (panel.title.length ? 30 : 0))));
    [this.least, this.given] = [leasts.reduce((a, b) => a + b, 0), total];
    return found;
  }

  cells(picture, tabbed) {
    return node("div", { class: "panels" }, picture.panels.map((panel, k) =>
      tabbed && k !== this.tab ? node("div", { class: "cell", hidden: "" }) : node("div", { class: "cell" }, [
        panel.title.length > 0 && node("div", { class: "panel-title" }, [node("b", {}, inHtml(panel.title)), " ", node("small", {}, inHtml(panel.note))]),
        panel.covered ? veil() : node("svg", { class: "panel", raw: true, role: "group", "aria-label": said(panel.title) || undefined }),
        panel.toggles.length > 0 && this.toggles(panel),
        panel.claims.length > 0 && node("div", { class: "pegp-claims" }, claims(panel.claims)),
        panel.room > 0 && node("div", { class: "pegp-claims room", "aria-hidden": "true" }, claims(Array(panel.room).fill(NO_CLAIM))),
      ])));
  }

  tabs(picture) {
    return node("div", { class: "tabs", role: "group" }, picture.tabs.map((k) =>
      node("button", {
        type: "button", class: "tab", "aria-pressed": k === this.tab,
        on: { click: () => this.fellows().forEach((figure) => figure.turn(k)) },
      }, picture.panels[k].tab)));
  }

  turn(k) {
    this.tab = k;
    if (this.picture) this.lay();
  }

  // The figures that stand beside one another, this one among them: they show the same panel.
  fellows() {
    const shown = [...(this.root.closest(".pegp-frame")?.querySelectorAll(".pegp-figure") ?? [])];
    const found = shown.map((root) => root.pegp?.figure).filter(Boolean);
    return found.includes(this) ? found : [this];
  }

  toggles(panel) {
    return node("div", { class: "pegp-toggles" }, [
      node("div", { class: "row", role: "group" }, panel.toggles.map(({ key, words, name, state, color }) =>
        node("button", {
          type: "button", class: state, "data-key": key, "aria-label": name, "aria-pressed": state === "in" || state === "true",
          css: { "--own": `var(--${color})` },
          on: { click: (event) => this.press(event, key) },
        }, words))),
      node("p", {}, panel.toggleNote),
    ]);
  }
}

// The sentence, its first few words strong where they name what is seen: "A star."; "x = 0.3" and "30.9 ± 2.2" stay on one line.
function spoken(sentence) {
  const [, lead = "", rest] = sentence.match(/^((?:[^.:]|\.\d){1,40}\.(?=\s))?(.*)$/s);
  const parts = rest.split(/(\S+ [=≤<>±] \S*[^\s,.;:)])/).map((part, k) => (k % 2 ? node("span", { class: "whole" }, part) : part));
  return node("p", { class: "pegp-sentence", role: "status" }, [lead ? node("b", {}, lead) : "", ...parts]);
}

const head = (picture) =>
  node("header", { hidden: picture.title.length || picture.key.length ? undefined : "" }, [
    node("div", { class: "title" }, inHtml(picture.title)),
    node("div", { class: "rounds", "aria-hidden": "true", hidden: picture.rounds?.length ? undefined : "" }, picture.rounds?.map((round) => node("i", { class: round }))),
    node("div", { class: "key" }, picture.key.map((key) =>
      node("span", {}, [node("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, glyph(key.glyph, 0, 0, KEY[key.glyph] ?? 7, key.color)), node("span", {}, inHtml(key.words))]))),
  ]);

const veil = () =>
  node("div", { class: "pegp-veil" }, [
    node("b", {}, inClass() ? "Covered until your lecturer shows the answers" : "Covered until you have answered"),
    node("button", {
      type: "button",
      on: { click: (event) => (event.target.closest(".pegp-scene") ?? document).querySelector(".pegp-predict")?.scrollIntoView({ block: "center" }) },
    }, "Your prediction"),
  ]);

// The row that each panel stands in, from 0: those that may stand beside the first do where it would be flat.
function rowsOf({ panels, columns }, total, wide, room) {
  if (columns > 1) return panels.map((_, k) => Math.floor(k / columns));
  const sum = panels.reduce((all, { share }) => all + share, 0);
  const flat = room && wide > (FLAT * total * panels[0].share) / sum;
  let last = 0;
  return panels.map(({ beside }, k) => (k === 0 || (flat && beside) ? 0 : (last += 1)));
}

function place(cells, { panels }, columns, rows) {
  const second = columns === 1 ? panels.findIndex(({ beside }, k) => beside && rows[k] === 0) : -1;
  const { beside } = panels[second] ?? {};
  cells.style.gridTemplateColumns = beside ? `minmax(0, ${1 - beside}fr) minmax(0, ${beside}fr)` : `repeat(${columns}, minmax(0, 1fr))`;
  [...cells.children].forEach((cell, k) => {
    cell.style.gridArea = beside ? `${rows[k] + 1} / ${k === second ? 2 : 1} / auto / ${rows[k] ? -1 : "auto"}` : "";
  });
}

const length = (style, name) => Number.parseFloat(style.getPropertyValue(name)) || 0;

function duration(root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const said = getComputedStyle(root).getPropertyValue("--glide").trim();
  return said ? Number.parseFloat(said) * (said.endsWith("ms") ? 1 : 1000) : 200;
}
