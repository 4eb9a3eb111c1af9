// Fetches the parts of the font that the texts on the screen need.

// The pauses before a part that did not arrive is asked for again, in milliseconds; the last one repeats.
const PAUSES_MS = [2_000, 5_000, 15_000, 60_000];

// `slices` lists those for what people write: the first and the last character of each, and its file in each
// face, or in one for both. Slices of letters and of emoji may overlap. `texts` is the part for the texts of the
// program, with its characters. `hear(message, bytes)` receives those that arrive.
export function createFonts(slices, texts, hear) {
  const asked = new Set();
  const ofTexts = new Set(texts.characters);
  // the parts that did not arrive, with their faces, and how often that was so
  const failed = new Map();
  let failures = 0;
  let timer = 0;

  async function fetchSlice(path, bold) {
    try {
      const answer = await fetch(path);
      if (answer.ok) {
        hear({ kind: "font", bold }, new Uint8Array(await answer.arrayBuffer()));
        failures = 0;
        return;
      }
      console.warn("no further font:", path, answer.status);
      // a server that does not have it will not have it later
      if (answer.status < 500) return;
    } catch (error) {
      console.warn("no further font:", path, String(error));
    }
    failed.set(path, bold);
    plan();
  }

  function plan() {
    clearTimeout(timer);
    timer = setTimeout(fetchFailed, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
  }

  // boxes stay in place of the characters until then
  function fetchFailed() {
    clearTimeout(timer);
    failures += 1;
    const parts = [...failed];
    failed.clear();
    for (const [path, bold] of parts) fetchSlice(path, bold);
  }

  window.addEventListener("online", () => {
    failures = 0;
    fetchFailed();
  });

  function fetchPart(part, wantsBold) {
    const bold = wantsBold && part.bold !== undefined;
    const path = bold ? part.bold : part.regular;
    if (asked.has(path)) return;
    asked.add(path);
    fetchSlice(path, bold);
  }

  function need(characters, bold) {
    for (const character of characters) {
      const code = character.codePointAt(0);
      const ranges = slices.filter(({ first, last }) => first <= code && code <= last);
      for (const part of ofTexts.has(character) ? [texts] : ranges) fetchPart(part, bold);
    }
  }

  // Fetches the part for the texts of the program, before a screen needs it.
  function fetchTexts() {
    fetchPart(texts, false);
    fetchPart(texts, true);
  }

  return { need, fetchTexts };
}
