// What a browser must do around the pages: the bar and what is done, light or dark, names for slider handles.
(() => {
  "use strict";
  const KEY = "pegp-lite";
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
    } catch {
      return {};
    }
  };
  const keep = (changes) => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...kept(), ...changes }));
    } catch {
      /* a browser that keeps nothing */
    }
  };

  // A page is done when its prediction is answered and its exercise tried.
  const done = (page) => Object.keys(kept()[page] ?? {}).some((id) => id !== "exercise") && "exercise" in (kept()[page] ?? {});
  const showProgress = () => {
    const items = [...document.querySelectorAll(".pegp-bar li[data-page]")];
    items.forEach((item) => item.classList.toggle("done", done(item.dataset.page)));
    const at = items.findIndex((item) => item.classList.contains("here"));
    document.querySelector(".pegp-bar")?.style.setProperty("--done", `${(100 * (at + 1)) / Math.max(1, items.length)}%`);
  };
  document.addEventListener("pegp-progress", showProgress);
  showProgress();

  const root = document.documentElement;
  if (kept().theme) root.dataset.theme = kept().theme;
  document.getElementById("pegp-theme")?.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    keep({ theme: root.dataset.theme });
  });
  const all = document.getElementById("pegp-all");
  all?.addEventListener("click", () => {
    const open = all.closest(".pegp-bar").classList.toggle("open");
    all.setAttribute("aria-expanded", String(open));
  });
  // The lecturer's notes come only where asked for: they hold the answers, so they are no part of the page.
  const showNotes = () => {
    const { baseUrl, pegpPage } = document.body.dataset;
    const script = document.createElement("script");
    script.src = `${baseUrl}templates/pegp/static/notes.js`;
    script.addEventListener("load", () => {
      const told = globalThis.pegpNotes[pegpPage.slice(0, 2)];
      if (!told) return;
      const notes = document.createElement("details");
      const title = document.createElement("summary");
      notes.className = "notes";
      notes.open = true;
      title.textContent = "Lecturer’s notes";
      notes.innerHTML = told; // written by us, from docs/teaching.md
      notes.prepend(title);
      document.querySelector(".pegp-scene")?.before(notes);
      document.body.classList.add("noted");
    });
    document.head.append(script);
  };
  if (new URLSearchParams(location.search).has("notes") && document.body.dataset.pegpPage) showNotes();

  const nameHandles = () => {
    for (const slider of document.querySelectorAll(".widget-slider")) {
      const label = slider.querySelector(".widget-label");
      if (!label) continue;
      for (const part of slider.querySelectorAll(".noUi-handle, .widget-readout")) {
        if (part.getAttribute("aria-label") !== label.textContent) part.setAttribute("aria-label", label.textContent);
      }
      const handle = slider.querySelector(".noUi-handle");
      const readout = slider.querySelector(".widget-readout");
      if (handle && readout) {
        if (handle.getAttribute("aria-valuetext") !== readout.textContent) {
          handle.setAttribute("aria-valuetext", readout.textContent);
        }
        if (!readout.hasAttribute("role")) readout.setAttribute("role", "textbox");
      }
    }
  };

  // What is wider than a phone scrolls sideways: give those without a pointer a way to it.
  const WIDE = ".jp-RenderedMarkdown table, mjx-container[display=true], .jp-OutputArea-output pre";
  const letWideScroll = () => {
    for (const box of document.querySelectorAll(WIDE)) {
      const scrolls = box.scrollWidth > box.clientWidth + 1;
      if (scrolls === box.hasAttribute("tabindex")) continue;
      if (scrolls) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  };

  let planned = false;
  const look = () => {
    planned = false;
    nameHandles();
    letWideScroll();
  };
  new MutationObserver(() => {
    if (!planned) {
      planned = true;
      requestAnimationFrame(look);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  window.voila_finish?.(); // all cells are here
})();
