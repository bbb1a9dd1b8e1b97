// Elements described, then brought into the document by changing what differs: a handle under a finger stays itself.
const SVG = "http://www.w3.org/2000/svg";

export const node = (tag, attributes = {}, ...children) => ({ tag, attributes, children: children.flat().filter(Boolean) });
export const role = (name) => (name ? `var(--${name})` : "none");

// `children`: described elements or strings. Attributes "css" (properties), "on" (listeners) and "raw" (not touched inside) are ours.
export function patch(parent, children, space = parent.namespaceURI) {
  children.forEach((child, k) => {
    let present = parent.childNodes[k];
    if (present?.nodeType === 1 && present.localName !== child.tag && left(present)) present = parent.childNodes[k];
    if (typeof child === "string") {
      if (present?.nodeType !== 3) {
        const text = document.createTextNode(child);
        present ? parent.replaceChild(text, present) : parent.append(text);
      } else if (present.data !== child) present.data = child;
      return;
    }
    const inside = child.tag === "svg" ? SVG : space;
    if (present?.nodeType !== 1 || present.localName !== child.tag) {
      const made = document.createElementNS(inside, child.tag);
      present ? parent.replaceChild(made, present) : parent.append(made);
      present = made;
    }
    dress(present, child.attributes);
    if (!child.attributes.raw) patch(present, child.children, inside);
  });
  while (parent.childNodes.length > children.length) if (!left(parent.lastChild)) parent.lastChild.remove();
}

// What goes loses the focus first: its listener to that may draw, which would take away what is being taken away.
function left(going) {
  const held = going.ownerDocument.activeElement;
  if (!held || held === going.ownerDocument.body || !going.contains(held)) return false;
  held.blur();
  return true;
}

function dress(element, attributes) {
  const had = element.pegp ?? {};
  const { css = {}, on = {}, raw: _, ...plain } = attributes;
  for (const name of had.plain ?? []) if (plain[name] === undefined) element.removeAttribute(name);
  for (const [name, value] of Object.entries(plain)) {
    const said = String(value);
    if (value !== undefined && element.getAttribute(name) !== said) element.setAttribute(name, said);
  }
  for (const name of had.css ?? []) if (css[name] === undefined) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(css)) {
    const said = String(value);
    if (had.styled?.[name] !== said) element.style.setProperty(name, said);
  }
  const listeners = had.listeners ?? {};
  for (const kind of Object.keys(on)) {
    if (!(kind in listeners)) element.addEventListener(kind, (event) => element.pegp.on[kind]?.(event));
    listeners[kind] = true;
  }
  element.pegp = {
    plain: Object.keys(plain).filter((name) => plain[name] !== undefined),
    css: Object.keys(css),
    styled: Object.fromEntries(Object.entries(css).map(([name, value]) => [name, String(value)])),
    listeners,
    on,
  };
}
