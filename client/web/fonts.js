// Fetches the parts of the font that the texts on the screen need.

// `slices` lists those for what people write: the first and the last character of each, and its file in each
// face. `texts` is the part for the texts of the program, with its characters. `hear(message, bytes)` receives
// those that arrive.
export function createFonts(slices, texts, hear) {
  const asked = new Set();
  const ofTexts = new Set(texts.characters);

  async function fetchSlice(path, bold) {
    try {
      const answer = await fetch(path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      hear({ kind: "font", bold }, new Uint8Array(await answer.arrayBuffer()));
    } catch (error) {
      // boxes stay in place of the characters until the page is loaded again
      console.warn("no further font:", error);
    }
  }

  function fetchPart(part, bold) {
    const path = part?.[bold ? "bold" : "regular"];
    if (!path || asked.has(path)) return;
    asked.add(path);
    fetchSlice(path, bold);
  }

  function need(characters, bold) {
    for (const character of characters) {
      const code = character.codePointAt(0);
      const slice = slices.find(({ first, last }) => first <= code && code <= last);
      fetchPart(ofTexts.has(character) ? texts : slice, bold);
    }
  }

  // Fetches the part for the texts of the program, before a screen needs it.
  function fetchTexts() {
    fetchPart(texts, false);
    fetchPart(texts, true);
  }

  return { need, fetchTexts };
}
