// The program, which comes in two parts where scripts/web has split it: the first draws the first screen, and the rest
// follows while the user reads it. Without the rest, nothing may happen but that.

import { addMissing } from "./bridge.js";

// In the session storage: a page of this tab needed the rest for its first screen. `scripts/first-functions` lists what is
// in the first part, and a build may need more.
const NEEDED = "chuhe-needs-rest";
// The links whose first screen the first part draws: none, the lobby's and those of invitations. What other links lead to,
// such as a board, comes from the rest.
const DRAWN = /^(#\/((join|play)\b.*)?)?$/;
// What the user does, by the names of the functions that the program exports for it.
const INPUT = /^(mouse_|raw_mouse_|key_|touch$|focus$|resize$|on_)/;

// A function of the rest was called too early.
export class TooEarly extends Error {}

// Whether the program has to wait for the rest before it begins. The first part draws the first screen of a first visit;
// after that, the browser has both parts in its cache. `kept` is what the browser keeps, `link` where the page is to lead.
export function waitsForRest(kept, link) {
  if (Object.keys(kept).length > 0 || !DRAWN.test(link)) return true;
  try {
    return sessionStorage.getItem(NEEDED) !== null;
  } catch {
    // without storage, a page that begins too early would do so again and again
    return true;
  }
}

// Loads the page again, which then waits.
export function startOver() {
  sessionStorage.setItem(NEEDED, "1");
  location.reload();
}

// Makes a program of its first part. `hears()` says whether the rest is there, and the program in no other step; otherwise
// input is discarded.
export async function begin(module, imports, hears) {
  imports.placeholder = {};
  for (const { module: of, name } of WebAssembly.Module.imports(module)) {
    if (of === "placeholder") imports.placeholder[name] = () => {
      throw new TooEarly(`a function of the rest: ${name}`);
    };
  }
  addMissing(module, imports.env);
  const { exports } = await WebAssembly.instantiate(module, imports);
  const held = (name, call) => (INPUT.test(name) ? (...args) => (hears() ? call(...args) : undefined) : call);
  const callable = Object.entries(exports).map(([name, call]) => [name, typeof call === "function" ? held(name, call) : call]);
  return { exports, callable: Object.fromEntries(callable) };
}

// Adds the rest to a program that has begun.
export async function complete(rest, exports, imports) {
  await WebAssembly.instantiate(rest, { ...imports, primary: exports });
}
