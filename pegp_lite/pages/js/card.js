// Cards: a prediction that the reader commits to, and an exercise that is checked. The page decides what is right.
import { idOf, inClass, vote, votesOn, watch } from "./classroom.js";
import { recall, remember } from "./memory.js";
import { node, patch } from "./nodes.js";
import { prose } from "./prose.js";
import { classPart, waitingWords } from "./votes.js";

export function cardWidget(base, module, version) {
  class CardModel extends base.DOMWidgetModel {
    defaults() {
      return {
        ...super.defaults(),
        _model_name: "CardModel", _model_module: module, _model_module_version: version,
        _view_name: "CardView", _view_module: module, _view_module_version: version,
        card: {}, value: {},
      };
    }
  }

  class CardView extends base.DOMWidgetView {
    render() {
      super.render();
      this.el.classList.add("pegp-card");
      this.el.dataset.lmSuppressShortcuts = "true"; // letters typed here are not JupyterLab's commands
      this.told = 0;
      this.listenTo(this.model, "change:card", () => this.draw());
      this.draw();
      if (this.card.kind !== "prediction") return;
      const kept = inClass() ? undefined : recall(this.card.id); // whoever rehearsed a class, or had one before, votes anew
      this.committed = Boolean(kept);
      if (!this.card.told && kept) this.tell(kept);
      this.leaveClass = watch(() => this.hear());
      this.hear(); // who comes after the reveal heard of it before there was a card
    }

    remove() {
      this.leaveClass?.();
      return super.remove();
    }

    // News of the class: what the lecturer reveals, every page shows.
    hear() {
      const { revealed, mine } = votesOn(idOf(this.card));
      if (revealed && !this.card.told && !this.committed) this.commit(mine === null ? { show: true } : { choice: mine });
      this.draw();
    }

    commit(value) {
      this.committed = true;
      remember(this.card.id, value);
      this.tell(value);
    }

    get card() {
      return this.model.get("card");
    }

    tell(value) {
      this.model.set("value", { ...value, told: (this.told += 1) });
      this.touch();
    }

    draw() {
      patch(this.el, [this.card.kind === "exercise" ? exercise(this) : prediction(this)]);
    }
  }
  return { CardModel, CardView };
}

function prediction(view) {
  const { card } = view;
  const choose = (value) => {
    if (view.card.told) return;
    if (inClass() && "choice" in value) vote(idOf(card), value.choice);
    else view.commit(value);
  };
  const voted = inClass() && !card.told ? votesOn(idOf(card)).mine : null;
  const options = card.options.map((words, k) => {
    const looks = ["opt", k === (card.told ? card.mine : voted) && "mine", card.told && k === card.right && "right",
      card.told && k === card.mine && k !== card.right && "wrong"];
    return node("button", {
      type: "button", class: looks.filter(Boolean).join(" "), disabled: card.told ? "" : undefined,
      "aria-pressed": card.told ? k === card.mine : inClass() ? k === voted : undefined, on: { click: () => choose({ choice: k }) },
    }, words);
  });
  const waiting = node("div", { class: "wait" }, [
    node("span", {}, inClass() ? waitingWords(card) : "Answer first. What is covered in the figure opens when you do, and your answer stays."),
    node("button", { type: "button", class: "textbtn", on: { click: () => choose({ show: true }) } }, "Just show me"),
  ]);
  const lead = card.lead ? node("b", { class: card.lead.startsWith("✓") ? "good" : "bad" }, card.lead) : "";
  const reply = node("div", { class: "told" }, [lead, ...prose(card.reply)]);
  return node("section", { class: "pegp-predict", "aria-label": "prediction" }, [
    node("h3", {}, [node("span", { class: "mk" }, "Before you move anything"), node("small", {}, card.told && card.mine !== null ? "answer kept" : "")]),
    node("p", { class: "q" }, prose(card.question)),
    node("div", { class: "options", role: "group", "aria-label": "your prediction" }, options),
    node("div", { class: "reply", role: "status" }, [
      node("div", { class: "room", "aria-hidden": "true" }, `✓ Right. ${card.reserve}`),
      card.told ? reply : waiting,
    ]),
    inClass() && classPart(card),
  ]);
}

function exercise(view) {
  const { card } = view;
  const answer = (text) => {
    if (!text.trim()) return;
    remember(card.id, "tried");
    view.tell({ answer: text.slice(0, 40) });
  };
  const hint = node("button", { type: "button", class: "btn quiet", on: { click: () => view.tell({ hint: true }) } }, "Hint");
  const field = card.options.length
    ? [node("div", { class: "options", role: "group", "aria-label": "your answer" }, [
        ...card.options.map((words) => {
          const given = words === card.answer;
          const looks = ["opt", given && "mine", given && (card.state === "right" ? "right" : "wrong")].filter(Boolean).join(" ");
          return node("button", { type: "button", class: looks, "aria-pressed": given, on: { click: () => answer(words) } }, words);
        }),
      ]), hint]
    : [
        node("input", { "aria-label": "your answer", placeholder: "a number", inputmode: "decimal", maxlength: 40, autocomplete: "off" }),
        node("button", { type: "submit", class: "btn primary" }, "Check"),
        hint,
      ];
  const submit = (event) => {
    event.preventDefault();
    const input = event.currentTarget.querySelector("input");
    if (input) answer(input.value);
  };
  const [, lead, rest] = card.said.match(/^([✓✗] \S+(?: \S+)??\. )?(.*)$/s);
  return node("section", { class: `pegp-exercise ${card.state}`, "aria-label": "exercise" }, [
    node("h2", {}, "Try it"),
    node("p", { class: "q" }, prose(card.question)),
    node("form", { novalidate: "", on: { submit } }, field),
    node("div", { class: "reply", role: "status" }, [
      node("div", { class: "room", "aria-hidden": "true" }, card.reserve),
      node("div", { class: "told" }, [lead ? node("b", { class: lead.startsWith("✓") ? "good" : "bad" }, lead) : "", ...prose(rest)]),
    ]),
  ]);
}
