// The style sheet of figures, their frames and the cards; a page that brings the palette itself has the last word on colours.
import cards from "./cards.css";
import classroom from "./classroom.css";
import figure from "./figure.css";
import frame from "./frame.css";
import palette from "./palette.css";
import present from "./present.css";

export function adopt(text) {
  if (document.adoptedStyleSheets.some((sheet) => sheet.pegp)) return;
  const sheet = new CSSStyleSheet();
  sheet.pegp = true;
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export const adoptStyles = () => adopt(palette + figure + frame + cards + classroom + present);
