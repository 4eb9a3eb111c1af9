// Fetches the slices of the font that the texts on the screen need.

// `slices` lists them: the first and the last character of each, and its file in each face; `hear(message,
// bytes)` receives those that arrive.
export function createFonts(slices, hear) {
  const asked = new Set();

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

  return function need(characters, bold) {
    for (const character of characters) {
      const code = character.codePointAt(0);
      const slice = slices.find(({ first, last }) => first <= code && code <= last);
      const path = slice?.[bold ? "bold" : "regular"];
      if (!path || asked.has(path)) continue;
      asked.add(path);
      fetchSlice(path, bold);
    }
  };
}
