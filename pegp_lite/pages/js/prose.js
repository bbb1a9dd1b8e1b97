// A few words of a question or reply: **bold** and _symbols_.
import { node } from "./nodes.js";

export const prose = (text) =>
  text.split(/(\*\*[^*]+\*\*|_[^_\s]+_)/).filter(Boolean).map((part) => {
    if (part.startsWith("**")) return node("b", {}, part.slice(2, -2));
    if (/^_[^_]+_$/.test(part)) return node("i", {}, part.slice(1, -1));
    return part;
  });
