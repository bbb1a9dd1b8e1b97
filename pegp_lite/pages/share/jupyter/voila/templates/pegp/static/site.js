// What a browser must do for the pages: names for slider handles, settings in the address, downloads on one click.
(() => {
  "use strict";
  let asked = false;

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
  const WIDE = ".pegp-front .widget-html-content, .jp-RenderedMarkdown, .jp-RenderedMarkdown table, .jp-OutputArea-output";
  const letWideScroll = () => {
    for (const box of document.querySelectorAll(WIDE)) {
      const scrolls = box.scrollWidth > box.clientWidth + 1;
      if (scrolls === box.hasAttribute("tabindex")) continue;
      if (!scrolls) {
        box.removeAttribute("tabindex");
        continue;
      }
      box.setAttribute("tabindex", "0");
      if (box.tagName !== "TABLE") {
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", "scrolls sideways");
      }
    }
  };

  // The kernel knows its settings and writes them into the page; the browser alone can change the address. On
  // arrival it goes the other way where the kernel was started before the visitor came.
  const followAddress = () => {
    const shown = document.querySelector(".pegp-picture[data-query]");
    const input = document.querySelector(".pegp-asked input");
    if (!shown || !input) return;
    if (!asked) {
      asked = true;
      const wanted = location.search.slice(1);
      if (wanted && wanted !== shown.dataset.query) {
        input.value = wanted;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        return;
      }
    }
    const target = location.pathname + (shown.dataset.query ? "?" + shown.dataset.query : "");
    if (target !== location.pathname + location.search) history.replaceState(null, "", target);
  };

  const startDownloads = () => {
    for (const link of document.querySelectorAll("a.pegp-download:not([data-done])")) {
      link.dataset.done = "yes";
      link.click();
    }
  };

  let planned = false;
  const look = () => {
    planned = false;
    nameHandles();
    letWideScroll();
    followAddress();
    startDownloads();
  };
  new MutationObserver(() => {
    if (!planned) {
      planned = true;
      requestAnimationFrame(look);
    }
  }).observe(document.documentElement, { childList: true, subtree: true, characterData: true });
  window.voila_finish?.(); // all cells are here
})();
