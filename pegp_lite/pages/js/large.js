// What is different where a figure is presented, in letters for the last row: who needs how much height, what is said.
const LINE = 1.15; // of a letter, from one line of words to the next
const LINES = 3; // of the sentence
const WIDE = 0.5; // of a letter's size, its width, in the middle and on the safe side

// Less height than this, and a panel's words lie over one another.
export function least(panel, letter) {
  const ends = panel.marks.filter((mark) => mark.kind === "line" && mark.label.length && !mark.when).length;
  const bare = !panel.x.ticks.length && !panel.y.ticks.length; // words in rows, as a formula and its numbers
  const rows = bare ? new Set(panel.marks.filter(({ kind }) => kind === "text").map(({ y }) => y)).size : panel.y.ticks.filter(([, words]) => words.length).length;
  const below = (panel.x.ticks.some(([, words]) => words.length) ? letter + 11 : 8) + (panel.x.name.length ? letter + 4 : 0);
  const above = panel.y.name.length ? 1.6 * letter + 9 : letter / 2 + 2;
  return Math.ceil(Math.max(rows, ends + 1, 2) * LINE * letter + below + above);
}

// A height shared out by shares, but nobody gets less than the least as long as there is enough.
export function sharedOut(total, shares, leasts) {
  const enough = leasts.reduce((a, b) => a + b, 0);
  if (total <= enough) return leasts.map((each) => (each * total) / enough);
  let open = shares.map((_, k) => k);
  const given = [...leasts];
  for (;;) {
    const rest = total - given.reduce((sum, each, k) => sum + (open.includes(k) ? 0 : each), 0);
    const sum = open.reduce((all, k) => all + shares[k], 0);
    const short = open.filter((k) => (rest * shares[k]) / sum < leasts[k]);
    if (!short.length) return given.map((each, k) => (open.includes(k) ? (rest * shares[k]) / sum : each));
    open = open.filter((k) => !short.includes(k));
  }
}

// As many whole sentences as fit: what would be cut in the middle is left out, but never the first.
export function brief(sentence, wide, size) {
  const most = (LINES * wide) / (WIDE * size);
  const [first, ...others] = sentence.split(/(?<=[.?!])\s+(?=\p{Lu}|“)/u);
  let told = first;
  for (const each of others) {
    if (told.length + each.length + 1 > most) break;
    told += ` ${each}`;
  }
  return told;
}
