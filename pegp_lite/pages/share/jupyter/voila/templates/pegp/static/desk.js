// The lecturer's desk: shows what the server tells of the class, and sends what is pressed.
(() => {
  "use strict";
  const RESTS = 3000; // ms without a move after which a hand is taken to rest
  const base = document.body.dataset.base;
  const byId = (id) => document.getElementById(id);
  const xsrf = () => document.cookie.match(/(?:^|; )_xsrf=([^;]*)/)?.[1] ?? "";
  const made = (tag, looks = {}, ...children) => {
    const { on = {}, ...plain } = looks;
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(plain)) if (value !== undefined && value !== false) element.setAttribute(name, value);
    for (const [kind, act] of Object.entries(on)) element.addEventListener(kind, act);
    element.append(...children);
    return element;
  };
  const drawn = (tag, looks = {}, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(looks)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  let seen = null; // what the server told last
  let pressing = false; // a button under a finger stays where it is
  let busy = 0; // the timer of a hand among the votes
  byId("questions").addEventListener("pointermove", () => {
    clearTimeout(busy);
    busy = setTimeout(() => { busy = 0; if (seen) show(seen); }, RESTS);
  });
  document.addEventListener("pointerdown", () => (pressing = true));
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(() => { pressing = false; if (seen) show(seen); }));

  async function act(doing, more = {}) {
    const answer = await fetch(`${base}desk/act`, {
      method: "POST", headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf() },
      body: JSON.stringify({ do: doing, ...more }),
    }).catch(() => null);
    const said = answer && !answer.ok ? await answer.json().catch(() => ({})) : {};
    byId("trouble").textContent = !answer ? "The server does not answer." : said.refused ?? "";
  }
  document.querySelector("footer button").addEventListener("click", (event) => act(event.currentTarget.dataset.do));
  const projectors = [...document.querySelectorAll("[data-project]")].map((button) => [button, button.textContent]);
  const project = (which) => {
    if (which && document.body.dataset.projecting !== which) document.body.dataset.projecting = which;
    else delete document.body.dataset.projecting;
    for (const [button, words] of projectors) button.textContent = button.dataset.project === document.body.dataset.projecting ? "Back to the desk" : words;
    for (const section of document.querySelectorAll("section")) section.classList.toggle("projected", section.id === document.body.dataset.projecting);
    scrollTo(0, 0);
    if (seen) show(seen);
  };
  projectors.forEach(([button]) => button.addEventListener("click", () => project(button.dataset.project)));
  document.addEventListener("keydown", (event) => event.key === "Escape" && project());
  addEventListener("resize", () => seen && show(seen));

  byId("offer").querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const said = event.currentTarget.elements.view.value.trim();
    const [path, query = ""] = said.split("#")[0].split("?");
    const page = path.split("/").at(-1).replace(/\.ipynb$/, "");
    act("offer", { page, query });
  });

  // ---- what the class did -------------------------------------------------------------------------------------------
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const total = (counts) => counts.reduce((a, b) => a + b, 0);
  const bars = (counts, question, shown) => {
    const all = total(counts);
    return made("table", { class: "bars" }, made("caption", {}, shown), ...counts.map((count, k) => {
      const bar = made("i", { class: k === question.right ? "bar right" : "bar" });
      bar.style.width = `${all ? (100 * count) / all : 0}%`;
      const mark = question.revealed && k === question.right ? " ✓" : "";
      return made("tr", {}, made("th", { scope: "row" }, question.options[k] + mark), made("td", { class: "track" }, bar), made("td", {}, String(count)));
    }));
  };

  const questionBox = (question, here) => {
    const votes = total(question.counts);
    const does = (word, doing, off, looks) => made("button", { type: "button", class: looks, disabled: off ? "" : undefined, on: { click: () => act(doing, { question: question.id }) } }, word);
    return made("article", { "data-question": question.id, class: [question.revealed && "revealed", here && "now"].filter(Boolean).join(" ") },
      made("h3", {}, made("small", {}, made("span", {}, question.page.replaceAll("_", " ")), made("span", {}, here ? `${here} here` : "")), question.question.replace(/\*\*|_/g, "")),
      ...question.earlier.map((counts, k) => bars(counts, question, `round ${k + 1}: ${counted(total(counts), "vote")}`)),
      bars(question.counts, question, `${question.round > 1 ? `round ${question.round}: ` : ""}${counted(votes, "vote")}${question.revealed ? ", revealed" : ""}`),
      made("p", { class: "does" }, does("Reveal", "reveal", question.revealed, "first"), does("Vote again", "again", !votes && !question.revealed), does("Clear", "clear", false)));
  };

  // Scores of one game: the class as rings on one line, below it each algorithm on a line of its own.
  const strip = (game) => {
    const letter = document.body.dataset.projecting ? 22 : 15;
    const wide = Math.max(240, byId("games").clientWidth - 44);
    const known = Object.entries(game.algorithms).filter(([, regret]) => regret !== null).sort((a, b) => a[1] - b[1]);
    const stopped = Object.entries(game.algorithms).filter(([, regret]) => regret === null).map(([name]) => name);
    const top = 10 * Math.ceil(Math.max(10, ...game.class, ...known.map(([, regret]) => regret)) / 10);
    const [left, size, step] = [letter, letter * 0.42, letter * 1.7];
    const x = (regret) => left + (regret / top) * (wide - 2 * left);
    const bins = new Map();
    const places = game.class.map((regret) => {
      const bin = Math.round(x(regret) / (2 * size));
      bins.set(bin, (bins.get(bin) ?? -1) + 1);
      return [x(regret), bins.get(bin)];
    });
    const line = letter * 1.6 + 2 * size * (Math.max(0, ...bins.values()) + 1);
    const high = line + step * known.length + letter * 2;
    const at = (...spots) => spots.map((spot) => spot.toFixed(1));
    const text = (looks, right, up, words) => drawn("text", { ...looks, x: right.toFixed(1), y: up.toFixed(1), "font-size": letter }, words);
    const rows = known.flatMap(([name, regret], k) => {
      const [right, up] = [x(regret), line + step * (k + 0.8)];
      const words = `${name} ${regret.toFixed(1)}`;
      const late = right + letter + words.length * letter * 0.55 > wide;
      return [
        drawn("path", { class: "row", d: `M${at(left, up).join(" ")}H${at(wide - left)}` }),
        drawn("circle", { class: "dot", cx: at(right), cy: at(up), r: at(size * 0.8) }),
        text({ "text-anchor": late ? "end" : "start", class: name === "PE-GP-UCB" ? "strong" : "" }, right + (late ? -1 : 1) * letter * 0.7, up - letter * 0.2, words),
      ];
    });
    const said = `${counted(game.class.length, "player")}; regret ${game.class.map((regret) => regret.toFixed(1)).join(", ")}`;
    return made("article", {},
      made("h3", {}, `Level ${game.level}, game ${game.game}`, made("small", {}, `${counted(game.class.length, "player")}: regret after all rounds, lower is better`)),
      drawn("svg", { viewBox: `0 0 ${wide} ${high.toFixed(0)}`, role: "img", "aria-label": said },
        text({ class: "strong" }, left, letter, "the class"),
        drawn("path", { class: "axis", d: `M${at(left, line).join(" ")}H${at(wide - left)}` }),
        ...[0, 0.5, 1].map((share) => text({ class: "faint", "text-anchor": "middle" }, x(top * share), high - letter * 0.3, String(top * share))),
        ...rows, ...places.map(([right, up]) => drawn("circle", { class: "ring", cx: at(right), cy: at(line - size * (2 * up + 1.2)), r: at(size - 1) }))),
      ...(stopped.length ? [made("p", {}, `${stopped.join(", ")} threw everybody out before the end.`)] : []));
  };

  // Where most of the class is comes first, then what was voted on; but never while a hand moves among the buttons.
  let order = [];
  function sorted(told) {
    const used = (question) => question.counts.some(Boolean) || question.earlier.length > 0 || question.revealed;
    const found = told.questions.filter((question) => used(question) || question.page in told.here);
    const rank = (question) => 2 * (told.here[question.page] ?? 0) + Number(used(question));
    const box = byId("questions");
    const held = busy || box.querySelector(":focus-visible");
    const before = (question) => (order.indexOf(question.id) + 1 || Infinity);
    found.sort((a, b) => (held && before(a) !== before(b) ? before(a) - before(b) : rank(b) - rank(a)));
    order = found.map((question) => question.id);
    return found;
  }

  function show(told) {
    seen = told;
    if (pressing) return;
    const pages = Object.entries(told.here);
    byId("here").textContent = pages.length
      ? `${counted(told.browsers, "browser")} here: ${pages.map(([page, count]) => `${count} on ${page.replaceAll("_", " ")}`).join(", ")}.`
      : "Nobody is here yet.";
    const offer = told.offer;
    byId("offered").replaceChildren(...(offer
      ? [`On offer: ${offer.page}${offer.query ? `?${offer.query}` : ""} `, made("button", { type: "button", on: { click: () => act("withdraw") } }, "Withdraw")]
      : []));
    const focus = document.activeElement?.closest?.("article")?.dataset.question;
    const which = focus && [...document.activeElement.parentNode.children].indexOf(document.activeElement);
    const shown = sorted(told);
    byId("questions").lastElementChild.replaceChildren(...shown.map((question) => questionBox(question, told.here[question.page])),
      ...(shown.length ? [] : [made("p", {}, "Votes appear here as soon as a page with a question is open.")]));
    if (focus) document.querySelector(`[data-question="${CSS.escape(focus)}"] .does`)?.children[which]?.focus();
    byId("games").hidden = !told.games.length;
    byId("games").lastElementChild.replaceChildren(...told.games.map(strip).reverse());
  }

  async function listen() {
    let heard = -1;
    let last = "";
    for (;;) {
      try {
        const answer = await fetch(`${base}desk/news?heard=${heard}`, { cache: "no-store" });
        if (!answer.ok) throw new Error(answer.status);
        const told = await answer.json();
        ({ heard } = told);
        const text = JSON.stringify(told);
        if (text !== last) show(told);
        last = text;
        if (byId("trouble").textContent.startsWith("Lost")) byId("trouble").textContent = "";
      } catch {
        byId("trouble").textContent = "Lost the server. Trying again; after a restart open the desk's new address.";
        heard = -1;
        await new Promise((done) => setTimeout(done, 2000));
      }
    }
  }
  listen();
})();
