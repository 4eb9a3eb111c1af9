// Fetches the parts of the font that the texts on the screen need, and has the rest drawn.

import { coverage } from "./drawn_font.js";

// The pauses before a part that did not arrive is asked for again, in milliseconds; the last one repeats.
const PAUSES_MS = [2_000, 5_000, 15_000];
// The most fonts that are drawn: the program keeps all of them.
const MOST_DRAWN = 64;

// `slices` lists those for what people write: the first and the last character of each, and its file in each
// face, or in one for both. Slices of letters and of emoji may overlap. `texts` is the part for the texts of the
// program, with its characters. `hear(message, bytes)` receives those that arrive.
//
// `draw(characters, bold)` returns a font of the characters that none of them has.
export function createFonts(slices, texts, hear, draw) {
  // what becomes of each part: which characters it has, once that is known
  const asked = new Map();
  let drawn = 0;
  const ofTexts = new Set(texts.characters);
  // what asks again for the parts that did not arrive, and how often that was so
  const failed = new Map();
  let failures = 0;
  let timer = 0;

  async function fetchSlice(path, bold) {
    try {
      const answer = await fetch(path);
      if (answer.ok) {
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const has = coverage(bytes);
        hear({ kind: "font", bold }, bytes);
        failures = 0;
        return has;
      }
      console.warn("no further font:", path, answer.status);
      // a server that does not have it will not have it later
      if (answer.status < 500) return () => false;
    } catch (error) {
      console.warn("no further font:", path, String(error));
    }
    plan();
    return new Promise((resolve) => failed.set(path, () => resolve(fetchSlice(path, bold))));
  }

  function plan() {
    clearTimeout(timer);
    timer = setTimeout(fetchFailed, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
  }

  // boxes stay in place of the characters until then
  function fetchFailed() {
    clearTimeout(timer);
    failures += 1;
    const parts = [...failed.values()];
    failed.clear();
    for (const fetchAgain of parts) fetchAgain();
  }

  window.addEventListener("online", () => {
    failures = 0;
    fetchFailed();
  });

  function fetchPart(part, wantsBold) {
    const bold = wantsBold && part.bold !== undefined;
    const path = bold ? part.bold : part.regular;
    if (!asked.has(path)) asked.set(path, fetchSlice(path, bold));
    return asked.get(path);
  }

  async function isThere(character, bold) {
    const code = character.codePointAt(0);
    const ranges = slices.filter(({ first, last }) => first <= code && code <= last);
    const parts = (ofTexts.has(character) ? [texts] : ranges).map((part) => fetchPart(part, bold));
    return (await Promise.all(parts)).some((has) => has(code));
  }

  async function need(characters, bold) {
    const all = [...characters];
    const there = await Promise.all(all.map((character) => isThere(character, bold)));
    const lacking = all.filter((_, index) => !there[index]);
    const font = lacking.length > 0 && drawn < MOST_DRAWN ? draw(lacking, bold) : null;
    if (!font) return;
    drawn += 1;
    hear({ kind: "font", bold }, font);
  }

  // Fetches the part for the texts of the program, before a screen needs it.
  function fetchTexts() {
    fetchPart(texts, false);
    fetchPart(texts, true);
  }

  return { need, fetchTexts };
}
