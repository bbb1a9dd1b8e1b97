// What a reader did on each page, kept in this browser alone: answers survive a reload, and the bar knows what is done.
const KEY = "pegp-lite";

const all = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
};

// The page by the name its notebook gives; nothing is kept outside the app.
export const here = () => document.body?.dataset.pegpPage ?? "";

export const recall = (id) => (here() ? all()[here()]?.[id] : undefined);

export function remember(id, answer) {
  if (!here()) return;
  const kept = all();
  kept[here()] = { ...kept[here()], [id]: answer };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return; // a browser that keeps nothing
  }
  document.dispatchEvent(new CustomEvent("pegp-progress"));
}
