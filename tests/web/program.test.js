// Tests how a program begins with its first part: client/web/page/program.js. scripts/test-web scripts.

import assert from "node:assert/strict";
import test from "node:test";
import { TooEarly, begin, startOver, waitsForRest } from "../../client/web/page/program.js";

const name = (text) => [text.length, ...Buffer.from(text)];
const section = (id, bytes) => [id, bytes.length, ...bytes];

/** A first part whose functions `frame` and `mouse_up` call a function of the rest. */
const first = new WebAssembly.Module(Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 0, 0]),
  ...section(2, [1, ...name("placeholder"), ...name("7"), 0, 0]),
  ...section(3, [1, 0]),
  ...section(7, [2, ...name("frame"), 0, 1, ...name("mouse_up"), 0, 1]),
  ...section(10, [1, 4, 0, 0x10, 0, 0x0b]),
]));

test("until the rest is there, input is discarded, and a function of the rest is called too early", async () => {
  let isWhole = false;
  const { exports, callable } = await begin(first, { env: {} }, () => isWhole);
  assert.equal(callable.mouse_up(), undefined);
  assert.throws(() => callable.frame(), TooEarly);
  assert.throws(() => exports.frame(), /the rest: 7/);
  isWhole = true;
  assert.throws(() => callable.mouse_up(), TooEarly, "input arrives from then on");
});

test("only a first visit begins with the first part, and one that needed the rest waits for it", () => {
  const kept = new Map();
  let loads = 0;
  const globals = {
    sessionStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
    location: { reload: () => (loads += 1) },
  };
  for (const [key, value] of Object.entries(globals)) Object.defineProperty(globalThis, key, { value, configurable: true, writable: true });
  for (const link of ["", "#/", "#/join", "#/join?hall=west", "#/play/7k3m9qpx02ab", "#/play/7k3m9qpx02ab?hall=west&port=77"]) {
    assert.equal(waitsForRest({}, link), false, link);
  }
  for (const link of ["#/review?fen=x", "#/watch/5", "#/challenge/Bo", "#/seek?games=xiangqi", "#/joined"]) {
    assert.equal(waitsForRest({}, link), true, `${link} draws more than the first part does`);
  }
  assert.equal(waitsForRest({ "chuhe.settings": "{}" }, ""), true);
  startOver();
  assert.deepEqual([loads, waitsForRest({}, "")], [1, true]);
  globalThis.sessionStorage.getItem = () => {
    throw new DOMException("refused", "SecurityError");
  };
  assert.equal(waitsForRest({}, ""), true, "without storage it would begin too early again and again");
});
