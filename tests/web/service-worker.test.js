// Tests client/web/page/service-worker.js as the browser runs it, with caches, pages and a server of its own:
// scripts/test-web scripts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createContext, runInContext } from "node:vm";

const script = readFileSync(new URL("../../client/web/page/service-worker.js", import.meta.url), "utf8");
const ROOT = "https://chuhe.example/play/";

/** What the server has: a build has a page, and parts with a hash in their names. */
function build(name) {
  const parts = [`main.${name.repeat(16)}.js`, `chuhe.${name.repeat(16)}.wasm`];
  const later = `slice-${name}.${name.repeat(16)}.otf`;
  const files = Object.fromEntries(["", ...parts, later].map((path) => [path, `${path} of ${name}`]));
  const worker = script.replace('["BUILD_PARTS"]', JSON.stringify(["./", ...parts])).replace("BUILD_NAME", name);
  assert.notEqual(worker, script);
  return { name, parts, later, files, worker };
}

/** A browser with the caches of one origin and a server that has one build at a time. */
class World {
  caches = new Map();
  server = null;
  /** The open pages, and the addresses of those that a worker has opened. */
  pages = [];
  opened = [];
  /** The worker that answers the requests of pages. */
  active = null;

  address(request) {
    return new URL(typeof request === "string" ? request : request.url, ROOT).href;
  }

  async fetch(request) {
    if (!this.server) throw new TypeError("no network");
    const body = this.server.files[this.address(request).slice(ROOT.length).replace(/\?.*/, "")];
    return new Response(body ?? "not found", { status: body === undefined ? 404 : 200 });
  }

  open(name) {
    if (!this.caches.has(name)) this.caches.set(name, new Map());
    const kept = this.caches.get(name);
    const strip = (address) => address.replace(/\?.*/, "");
    return {
      addAll: async (requests) => {
        const answers = await Promise.all(requests.map((request) => this.fetch(request)));
        if (answers.some((answer) => !answer.ok)) throw new TypeError("a part is missing");
        for (const [index, request] of requests.entries()) kept.set(this.address(request), await answers[index].text());
      },
      put: async (request, answer) => void kept.set(this.address(request), await answer.text()),
      match: async (request, { ignoreSearch = false } = {}) => {
        const address = this.address(request);
        const found = kept.get(ignoreSearch ? strip(address) : address);
        return found === undefined ? undefined : new Response(found);
      },
    };
  }

  /** What the script of a worker sees. */
  globals() {
    const world = this;
    const self = {
      handlers: {},
      addEventListener(type, handler) {
        self.handlers[type] = handler;
      },
      async skipWaiting() {
        self.skips = true;
      },
      clients: {
        async claim() {
          world.active = self;
        },
        matchAll: async () => world.pages,
        openWindow: async (path) => world.opened.push(path),
      },
    };
    const storage = {
      open: async (name) => this.open(name),
      has: async (name) => this.caches.has(name),
      keys: async () => [...this.caches.keys()],
      delete: async (name) => this.caches.delete(name),
      match: async (request, options) => {
        for (const name of this.caches.keys()) {
          const found = await this.open(name).match(request, options);
          if (found) return found;
        }
      },
    };
    class PageRequest {
      constructor(path) {
        this.url = world.address(path);
      }
    }
    return { self, caches: storage, fetch: (request) => this.fetch(request), location: new URL(ROOT), URL, Request: PageRequest };
  }

  /** Installs the worker of a build beside the one that is there, as the browser does when a page registers it. */
  async register({ worker }) {
    const context = createContext(this.globals());
    runInContext(worker, context);
    const { self } = context;
    for (const type of ["install", "activate"]) {
      let done;
      self.handlers[type]({ waitUntil: (promise) => (done = promise) });
      await done;
      assert.ok(self.skips, "it does not wait until every page of the old build is closed");
    }
    assert.equal(this.active, self);
  }

  /** What a page receives for a request. */
  async request(path, { mode = "no-cors", method = "GET", origin = ROOT } = {}) {
    const request = { url: new URL(path, origin).href, mode, method };
    let answered = null;
    this.active?.handlers.fetch({ request, respondWith: (answer) => (answered = answer) });
    const answer = await (answered ?? this.fetch(request));
    return answer.ok ? await answer.text() : answer.status;
  }

  load(path = "") {
    return this.request(path, { mode: "navigate" });
  }
}

const [old, next, last] = ["a", "b", "c"].map(build);

test("the page is kept for play without a network", async () => {
  const world = new World();
  world.server = old;
  assert.equal(await world.load(), " of a");
  await world.register(old);
  world.server = null;
  assert.equal(await world.load("?table"), " of a");
  for (const part of old.parts) assert.equal(await world.request(part), `${part} of a`);
  await assert.rejects(world.request(old.later), "a part that was never fetched is not kept");
});

test("a new version is installed while an old page is open, which goes on, and the next load has the new one", async () => {
  const world = new World();
  world.server = old;
  await world.register(old);
  assert.equal(await world.request(old.later), `${old.later} of a`);
  // another page loads the new version, and its server has no old parts
  world.server = next;
  assert.equal(await world.load(), " of b");
  await world.register(next);
  // the old page fetches its sounds and workers when it needs them
  for (const part of [...old.parts, old.later]) assert.equal(await world.request(part), `${part} of a`, "the old page goes on");
  assert.equal(await world.load(), " of b");
  for (const part of next.parts) assert.equal(await world.request(part), `${part} of b`);
  world.server = null;
  assert.equal(await world.load(), " of b", "also without a network");
  for (const part of next.parts) assert.equal(await world.request(part), `${part} of b`);
});

test("only the last two versions take space", async () => {
  const world = new World();
  world.caches.set("of another program", new Map());
  for (const version of [old, next, last]) {
    world.server = version;
    await world.register(version);
  }
  assert.deepEqual([...world.caches.keys()], ["of another program", "chuhe-b", "chuhe-c"]);
  // a build that is served again is as new as any
  world.server = next;
  await world.register(next);
  world.server = null;
  assert.equal(await world.load(), " of b");
});

test("a version of which a part is missing does not take the place of the old one", async () => {
  const world = new World();
  world.server = old;
  await world.register(old);
  world.server = { ...next, files: { "": " of b" } };
  await assert.rejects(world.register(next));
  assert.deepEqual([...world.caches.keys()], ["chuhe-a"]);
  world.server = null;
  assert.equal(await world.load(), " of a");
});

test("what is not of the page goes to the network", async () => {
  const world = new World();
  world.server = { ...old, files: { ...old.files, "version.json": "1" } };
  await world.register(old);
  assert.equal(await world.request("version.json"), "1");
  world.server.files["version.json"] = "2";
  assert.equal(await world.request("version.json"), "2");
  let answers = 0;
  const respondWith = () => (answers += 1);
  for (const request of [
    { url: `${ROOT}${old.parts[0]}`, mode: "cors", method: "POST" },
    { url: `https://other.example/${old.parts[0]}`, mode: "no-cors", method: "GET" },
  ]) world.active.handlers.fetch({ request, respondWith });
  assert.equal(answers, 0);
});

test("a click on a notification shows the page, and opens it if none is open", async () => {
  const world = new World();
  world.server = old;
  await world.register(old);
  let closed = 0;
  async function click() {
    let done;
    world.active.handlers.notificationclick({ notification: { close: () => (closed += 1) }, waitUntil: (promise) => (done = promise) });
    await done;
  }
  const shown = [];
  world.pages = ["first", "second"].map((name) => ({ focused: false, focus: async () => shown.push(name) }));
  await click();
  assert.deepEqual([shown, world.opened], [["first"], []]);
  world.pages = [];
  await click();
  assert.deepEqual(world.opened, ["./"]);
  assert.equal(closed, 2);
});

test("the answer of a proxy for a server that is down is no page", async () => {
  const world = new World();
  world.server = old;
  await world.register(old);
  world.fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502 });
  assert.equal(await world.load(), " of a");
});
