// Tests which parts of the font the page fetches, and when it asks again: client/web/page/fonts.js. scripts/test-web scripts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, mock } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { coverage, drawnFor, fontOf } from "../../client/web/page/drawn_font.js";
import { createFonts } from "../../client/web/page/fonts.js";

const scratch = mkdtempSync(join(tmpdir(), "chuhe-fonts-"));
after(() => rmSync(scratch, { recursive: true }));
for (const name of ["chuhe.wasm", "chuhe-worker.wasm", "gl.js", "package.json"]) writeFileSync(join(scratch, name), name === "package.json" ? '{"type": "module"}' : "");
const out = join(scratch, "out");
const script = fileURLToPath(new URL("../../scripts/web-assemble", import.meta.url));
execFileSync("python3", [script, join(scratch, "chuhe.wasm"), join(scratch, "gl.js"), out, "--plain"]);
const files = readdirSync(out);
const { parts } = await import(pathToFileURL(join(out, files.find((name) => name.startsWith("parts.")))));

/** A page whose network has these answers in turn: a status, or `null` without a network. */
function page(answers = []) {
  const world = { window: new EventTarget(), fetched: [], heard: [], drawn: [] };
  const fetchNow = async (path) => {
    world.fetched.push(path);
    const status = answers.length > 0 ? answers.shift() : 200;
    if (status === null) throw new TypeError("no network");
    const file = world.whole ? readFileSync(join(out, path)) : path;
    return new Response(status === 200 ? file : "", { status });
  };
  for (const [name, value] of Object.entries({ window: world.window, fetch: fetchNow })) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  mock.method(console, "warn", () => {});
  world.fonts = createFonts(parts.fonts, parts.textFont, ({ bold }, bytes) => world.heard.push([new TextDecoder().decode(bytes), bold]), (characters) => {
    world.drawn.push(characters.join(""));
    return null;
  });
  return world;
}

const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("full-width digits are kept for play without a network", () => {
  const worker = readFileSync(join(out, "service-worker.js"), "utf8");
  const { fonts, fetched } = page();
  fonts.need("８", false);
  fonts.need("８", true);
  assert.equal(fetched.length, 2, "a file for each face");
  for (const path of fetched) assert.ok(worker.includes(`"${path}"`), path);
  const other = page();
  other.fonts.need("丏", false);
  for (const path of other.fetched) assert.ok(!worker.includes(`"${path}"`), "other slices are kept once they were needed");
});

test("emoji are fetched when they are needed, in one face, also those among the signs", async () => {
  const emoji = (path) => path.endsWith(".ttf");
  for (const character of ["😀", "👍", "❤", "☺", "🇻", "🏁", "🏽"]) {
    const { fonts, fetched, heard } = page();
    fonts.need(character, true);
    fonts.need(character, false);
    await settle();
    assert.equal(fetched.filter(emoji).length, 1, character);
    assert.ok(heard.every(([path, bold]) => !bold || !emoji(path)), "the face is the plain one");
  }
});

test("a part that did not arrive is asked for again, and one that the server lacks is not", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const world = page([null, 502, 200]);
  world.fonts.need("丏", false);
  await settle();
  assert.deepEqual([world.fetched.length, world.heard.length], [1, 0]);
  mock.timers.tick(2_000);
  await settle();
  assert.deepEqual([world.fetched.length, world.heard.length], [2, 0]);
  world.window.dispatchEvent(new Event("online"));
  await settle();
  assert.deepEqual([world.fetched.length, world.heard.length], [3, 1], "a network that is back asks at once");
  mock.timers.tick(600_000);
  await settle();
  assert.equal(world.fetched.length, 3);

  const lacking = page([404]);
  lacking.fonts.need("丏", false);
  await settle();
  mock.timers.tick(600_000);
  await settle();
  assert.equal(lacking.fetched.length, 1);
  mock.timers.reset();
});

test("what no part has is drawn, once all parts for it are there", async () => {
  const world = page();
  world.whole = true;
  world.fonts.need("丌龘𠮷ש", false);
  assert.deepEqual(world.drawn, []);
  while (world.drawn.length === 0) await settle();
  assert.deepEqual(world.drawn, ["龘𠮷ש"]);
});

test("drawn glyphs are a font, which has their characters", () => {
  const boxes = [[40, 20, 60, 100], [60, 90, 90, 100]];
  const font = fontOf([{ code: 0x20bb7, advance: 128, boxes }, { code: 0x5d0, advance: 70, boxes: boxes.slice(1) }]);
  const has = coverage(font);
  assert.deepEqual([0x5d0, 0x5d1, 0x20bb7, 0x20bb8].map(has), [true, false, true, false]);
  assert.equal(coverage(new TextEncoder().encode("no font"))(0x5d0), false);
});

test("a form of an Arabic letter is drawn by the letter, and what makes it join", () => {
  for (const [character, text] of [
    ["\ufe8f", "ب"], ["\ufe90", "\u200dب"], ["\ufe91", "ب\u200d\u200f"], ["\ufe92", "\u200dب\u200d\u200f"],
    // letters that join nothing after them, lam with alef, hamza, and letters of Persian
    ["\ufeaa", "\u200dد"], ["\ufefb", "لا"], ["\ufefc", "\u200dلا"], ["\ufe80", "ء"], ["\ufb94", "گ\u200d\u200f"], ["\ufbff", "\u200dی\u200d\u200f"],
  ]) {
    assert.deepEqual(drawnFor(character), { carrier: "", text }, character);
  }
});

test("a mark is drawn on a letter of its script, and other characters alone", () => {
  for (const [character, carrier] of [["\u0e35", "ก"], ["\u0e49", "กี"], ["\u064e", "ـ"], ["\u05bc", "ב"], ["\u094d", "क"], ["\u0302", "o"]]) {
    assert.deepEqual(drawnFor(character), { carrier, text: carrier + character }, character);
  }
  for (const character of ["ก", "\u0e33", "ب", "क", "丏"]) assert.deepEqual(drawnFor(character), { carrier: "", text: character });
});

test("a drawn mark has no width, and stands on the letter before it", () => {
  const font = fontOf([{ code: 0xe35, advance: 0, origin: 110, boxes: [[40, 20, 100, 30]] }]);
  const view = new DataView(font.buffer);
  const table = (name) => {
    for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
      if (String.fromCharCode(...font.subarray(at, at + 4)) === name) return view.getUint32(at + 8);
    }
    throw new Error(name);
  };
  assert.deepEqual([4, 6].map((place) => view.getInt16(table("hmtx") + place)), [0, -70], "its width, and where it begins");
  assert.deepEqual([2, 6].map((place) => view.getInt16(table("glyf") + place)), [-70, -10], "its left and its right");
});
