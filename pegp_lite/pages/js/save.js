// Downloads: a menu of what can be saved of a figure, and the file when the page has made it.
import { node, patch } from "./nodes.js";

const KINDS = [["SVG", "the figure, with real text"], ["PNG", "the figure, twice the size"], ["CSV", "its numbers and settings"], ["Link", "this page as it stands"]];

export function keep(file, content) {
  const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: file.media }));
  link.download = file.name;
  link.className = "pegp-download";
  document.body.append(link);
  link.click();
  setTimeout(() => { URL.revokeObjectURL(link.href); link.remove(); }, 10_000);
}

// `button` opens the menu; `which()` gives the figure to save, by its view.
export function saveMenu(button, which) {
  const menu = document.createElement("div");
  menu.className = "pegp-menu";
  menu.hidden = true;
  menu.setAttribute("role", "menu");
  button.setAttribute("aria-haspopup", "menu");
  const show = (open) => {
    menu.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open) menu.querySelector("button")?.focus();
  };
  const choose = (kind) => {
    show(false);
    button.focus();
    if (kind === "Link") navigator.clipboard?.writeText(location.href);
    else which()?.word("save", kind);
  };
  patch(menu, KINDS.filter(([kind]) => kind !== "Link" || document.body.dataset.voila).map(([kind, words]) =>
    node("button", { type: "button", role: "menuitem", on: { click: () => choose(kind) } }, [node("b", {}, kind), node("span", {}, words)])));
  menu.addEventListener("keydown", (event) => {
    const items = [...menu.querySelectorAll("button")];
    const away = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { show(false); button.focus(); }
    else if (away) items[(items.indexOf(document.activeElement) + away + items.length) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.hidden && !menu.contains(event.target) && !button.contains(event.target)) show(false);
  });
  button.addEventListener("click", () => show(menu.hidden));
  button.after(menu);
}
