// Tests how the page asks for its server, and asks again: client/web/page/server.js. scripts/test-web scripts.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { askServer, watchServer } from "../../client/web/page/server.js";

const JSON_TYPE = { "content-type": "application/json" };
const VERSION = { protocol: { oldest: 1, newest: 1 } };

/** A browser: `answer` is what the network has for the version, `null` if nothing. */
function browser(answer) {
  const kept = new Map();
  const world = { answer, asked: 0, window: new EventTarget(), document: Object.assign(new EventTarget(), { hidden: false }) };
  const globals = {
    window: world.window,
    document: world.document,
    localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
    fetch: async () => {
      world.asked += 1;
      if (world.answer === null) throw new TypeError("no network");
      return world.answer();
    },
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  mock.method(console, "warn", () => {});
  return world;
}

const there = () => new Response(JSON.stringify(VERSION), { headers: JSON_TYPE });
const missing = () => new Response("not found", { status: 404 });
const proxy = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Lets a time pass in which questions are answered. */
async function pass(ms) {
  for (let step = 0; step < ms; step += 500) {
    mock.timers.tick(500);
    await settle();
  }
}

test("no server, and a server that does not answer, are told apart", async () => {
  const world = browser(missing);
  for (const [answer, state, why] of [
    [null, "silent", "nobody knows"],
    [proxy, "silent", "nobody knows"],
    [missing, "none", "a host of files"],
    [null, "none", "the page remembers that there is none"],
  ]) {
    world.answer = answer;
    assert.deepEqual(await askServer(), { state }, why);
  }
  world.answer = there;
  assert.deepEqual(await askServer(), { state: "answers", version: VERSION });
  for (const answer of [null, missing, proxy]) {
    world.answer = answer;
    assert.deepEqual(await askServer(), { state: "silent" }, "the page remembers that there is one");
  }
});

test("a silent server is asked again after growing pauses that have a bound, until it answers", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const world = browser(null);
  const told = [];
  watchServer({ state: "silent" }, ({ state }) => told.push(state));
  await pass(31_000);
  assert.equal(world.asked, 5, "after 1, 3, 7, 15 and 30 s");
  await pass(600_000);
  assert.equal(world.asked, 25, "and each 30 s from then on");
  world.answer = there;
  await pass(31_000);
  assert.deepEqual(told, ["answers"]);
  const { asked } = world;
  await pass(600_000);
  assert.equal(world.asked, asked, "then no more");
  mock.timers.reset();
});

test("a network that is back, and a page that is seen again, ask at once; a failed connection asks too", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const world = browser(null);
  const told = [];
  const watch = watchServer({ state: "answers" }, ({ state }) => told.push(state));
  await pass(60_000);
  assert.equal(world.asked, 0);
  watch.check();
  await settle();
  assert.deepEqual(told, ["silent"]);
  await pass(100_000);
  for (const [target, type] of [[world.window, "online"], [world.document, "visibilitychange"]]) {
    const { asked } = world;
    target.dispatchEvent(new Event(type));
    await settle();
    assert.equal(world.asked, asked + 1, type);
    await pass(1_000);
    assert.equal(world.asked, asked + 2, "the pauses begin anew");
  }
  world.document.hidden = true;
  const { asked } = world;
  world.document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  assert.equal(world.asked, asked);
  mock.timers.reset();
});

test("a page of a host of files does not ask again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const world = browser(missing);
  watchServer({ state: "none" }, assert.fail);
  await pass(600_000);
  assert.equal(world.asked, 0);
  mock.timers.reset();
});
