// The figure's own style sheet; a page that brings the palette itself has the last word on colours.
import figure from "./figure.css";
import palette from "./palette.css";

export function adoptStyles() {
  if (document.adoptedStyleSheets.some((sheet) => sheet.pegp)) return;
  const sheet = new CSSStyleSheet();
  sheet.pegp = true;
  sheet.replaceSync(palette + figure);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
