// The lecturer's desk: shows what the server tells of the class, and sends what is pressed.
(() => {
  "use strict";
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

  async function act(doing, more = {}) {
    const answer = await fetch(`${base}desk/act`, {
      method: "POST", headers: { "Content-Type": "application/json", "X-XSRFToken": xsrf() },
      body: JSON.stringify({ do: doing, ...more }),
    }).catch(() => null);
    const said = answer && !answer.ok ? await answer.json().catch(() => ({})) : {};
    byId("trouble").textContent = !answer ? "The server does not answer." : said.refused ?? "";
  }
  document.querySelector("footer button").addEventListener("click", (event) => act(event.currentTarget.dataset.do));
  byId("project").addEventListener("click", () => document.body.classList.toggle("projecting"));
  document.addEventListener("keydown", (event) => event.key === "Escape" && document.body.classList.remove("projecting"));

  byId("offer").querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const said = event.currentTarget.elements.view.value.trim();
    const [path, query = ""] = said.split("#")[0].split("?");
    const page = path.split("/").at(-1).replace(/\.ipynb$/, "");
    act("offer", { page, query });
  });

  // ---- what the class did -------------------------------------------------------------------------------------------
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const bars = (counts, question, shown) => {
    const all = counts.reduce((a, b) => a + b, 0);
    return made("table", { class: "bars" }, made("caption", {}, shown), ...counts.map((count, k) => {
      const bar = made("i", { class: k === question.right ? "bar right" : "bar" });
      bar.style.width = `${all ? (100 * count) / all : 0}%`;
      const mark = question.revealed && k === question.right ? " ✓" : "";
      return made("tr", {}, made("th", { scope: "row" }, question.options[k] + mark), made("td", { class: "track" }, bar), made("td", {}, String(count)));
    }));
  };

  const questionBox = (question) => {
    const votes = question.counts.reduce((a, b) => a + b, 0);
    const does = (word, doing, off) => made("button", { type: "button", disabled: off ? "" : undefined, on: { click: () => act(doing, { question: question.id }) } }, word);
    return made("article", { "data-question": question.id, class: question.revealed ? "revealed" : "" },
      made("h3", {}, made("small", {}, question.id.split("/")[0].replaceAll("_", " ")), question.question.replace(/\*\*|_/g, "")),
      ...question.earlier.map((counts, k) => bars(counts, question, `round ${k + 1}`)),
      bars(question.counts, question, `${question.round > 1 ? `round ${question.round}: ` : ""}${counted(votes, "vote")}${question.revealed ? ", revealed" : ""}`),
      made("p", { class: "does" }, does("Reveal", "reveal", question.revealed), does("Vote again", "again", !votes && !question.revealed), does("Clear", "clear", false)));
  };

  // Scores of one game on a line: the class as rings, the algorithms as named ticks.
  const strip = (game) => {
    const named = Object.entries(game.algorithms).filter(([, regret]) => regret !== null);
    const stopped = Object.entries(game.algorithms).filter(([, regret]) => regret === null).map(([name]) => name);
    const top = Math.max(10, ...game.class, ...named.map(([, regret]) => regret)) * 1.05;
    const [wide, left, step] = [900, 20, 24];
    const x = (regret) => (left + (regret / top) * (wide - 2 * left)).toFixed(1);
    const high = 60 + step * named.length;
    const stacked = new Map();
    const rings = game.class.map((regret) => {
      const place = Math.round((regret / top) * 60);
      const up = stacked.get(place) ?? 0;
      stacked.set(place, up + 1);
      return drawn("circle", { class: "ring", cx: x(regret), cy: high - 30 - 13 * up, r: 6 });
    });
    const ticks = named.sort((a, b) => a[1] - b[1]).flatMap(([name, regret], k) => {
      const end = regret > top * 0.7;
      return [
        drawn("path", { class: "tick", d: `M${x(regret)} ${18 + step * k}V${high - 20}` }),
        drawn("text", { x: x(regret), y: 14 + step * k, "text-anchor": end ? "end" : "start" }, `${name} ${regret.toFixed(1)}`),
      ];
    });
    const words = `${counted(game.class.length, "player")}; regret ${game.class.map((r) => r.toFixed(1)).join(", ")}`;
    return made("article", {},
      made("h3", {}, `${game.level}, game ${game.game}`, made("small", {}, `${counted(game.class.length, "player")}, lower is better`)),
      drawn("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": words },
        drawn("path", { class: "axis", d: `M${left} ${high - 20}H${wide - left}` }),
        ...[0, 0.5, 1].map((share) => drawn("text", { x: x(top * share / 1.05), y: high - 4, "text-anchor": "middle" }, String(Math.round((top * share) / 1.05)))),
        ...ticks, ...rings),
      ...(stopped.length ? [made("p", {}, `${stopped.join(", ")} threw everybody out before the end.`)] : []));
  };

  function show(told) {
    const pages = Object.entries(told.here);
    byId("here").textContent = pages.length
      ? `${counted(told.browsers, "browser")} here: ${pages.map(([page, count]) => `${count} on ${page.replaceAll("_", " ")}`).join(", ")}.`
      : "Nobody is here yet.";
    const offer = told.offer;
    byId("offered").replaceChildren(...(offer
      ? [`On offer: ${offer.page}${offer.query ? `?${offer.query}` : ""} `, made("button", { type: "button", on: { click: () => act("withdraw") } }, "Withdraw")]
      : []));
    // What is in use comes first: questions with votes, then those of pages that are open.
    const used = (question) => 2 * Number(question.counts.some(Boolean) || question.earlier.length > 0 || question.revealed) + Number(question.page in told.here);
    const focus = document.activeElement?.closest?.("article")?.dataset.question;
    const which = focus && [...document.activeElement.parentNode.children].indexOf(document.activeElement);
    byId("questions").lastElementChild.replaceChildren(...told.questions.filter(used).sort((a, b) => used(b) - used(a)).map(questionBox),
      ...(told.questions.some(used) ? [] : [made("p", {}, "Votes appear here as soon as a page with a question is open.")]));
    if (focus) document.querySelector(`[data-question="${CSS.escape(focus)}"] .does`)?.children[which]?.focus();
    byId("games").hidden = !told.games.length;
    byId("games").lastElementChild.replaceChildren(...told.games.map(strip));
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
