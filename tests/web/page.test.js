// Tests what the page says in plain HTML, and what it keeps: client/web/page/start.js, socket.js and storage.js in a
// page of jsdom. scripts/test-web scripts; WEB_TOOLS is the folder with node_modules.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, mock } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createBridge } from "../../client/web/page/bridge.js";
import { createField } from "../../client/web/page/field.js";
import { createHistory } from "../../client/web/page/history.js";
import { isFirst, keep, listenForOthers, readAll } from "../../client/web/page/storage.js";
import { routeTab, watchMirror } from "../../client/web/page/keyboard.js";
import { watchLeaving } from "../../client/web/page/leaving.js";
import { look, watchLook } from "../../client/web/page/look.js";
import { takeLink } from "../../client/web/page/link.js";
import { createSocket } from "../../client/web/page/socket.js";

const require = createRequire(join(process.env.WEB_TOOLS, "index.js"));
const { JSDOM } = require("jsdom");
const folder = (path) => fileURLToPath(new URL(`../../client/${path}`, import.meta.url));

/** The texts of the page by language, as scripts/web-assemble collects them. */
const texts = Object.fromEntries(
  readdirSync(folder("texts")).filter((name) => name.endsWith(".ftl")).map((file) => {
    const found = readFileSync(join(folder("texts"), file), "utf8").matchAll(/^page-(?!card-)([a-z-]+) = (.+)$/gm);
    return [file.slice(0, -".ftl".length), Object.fromEntries([...found].map(([, name, text]) => [name, text]))];
  }),
);
const scratch = mkdtempSync(join(tmpdir(), "chuhe-page-"));
after(() => rmSync(scratch, { recursive: true }));
writeFileSync(join(scratch, "package.json"), '{"type": "module"}');
writeFileSync(join(scratch, "texts.js"), `export const texts = ${JSON.stringify(texts)};\n`);
copyFileSync(join(folder("web/page"), "start.js"), join(scratch, "start.js"));
const { createStart, Failure } = await import(pathToFileURL(join(scratch, "start.js")));

/** Makes these the globals of the scripts. */
function provide(values) {
  for (const [name, value] of Object.entries(values)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** A storage of a browser with room for so many characters. */
class TestStorage {
  #texts = new Map();
  constructor(room) {
    this.room = room;
  }
  get length() {
    return this.#texts.size;
  }
  key(index) {
    return [...this.#texts.keys()][index];
  }
  getItem(key) {
    return this.#texts.get(key) ?? null;
  }
  setItem(key, value) {
    if (key.length + value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.removeItem(key);
    this.#texts.set(key, value);
    this.room -= key.length + value.length;
  }
  removeItem(key) {
    const value = this.#texts.get(key);
    if (value !== undefined) this.room += key.length + value.length;
    this.#texts.delete(key);
  }
}

/** A storage that the browser refuses. */
const refused = new Proxy({}, {
  get() {
    throw new DOMException("refused", "SecurityError");
  },
});

/** The start section of index.html, and what it shows. */
function page(language = "en", session = new TestStorage(1_000)) {
  const html = readFileSync(join(folder("web/page"), "index.html"), "utf8").replace(/<script.*<\/script>|<link.*>/g, "");
  const { window } = new JSDOM(html);
  let loads = 0;
  provide({
    document: window.document,
    navigator: { languages: [language] },
    sessionStorage: session,
    location: { reload: () => (loads += 1), href: "https://chuhe.example/", protocol: "https:" },
  });
  // as the browser does before it draws the page
  new Function(readFileSync(join(folder("web/page"), "language.js"), "utf8"))();
  const section = window.document.getElementById("start");
  const [message, button, retry] = ["#message", "#again", "#retry"].map((name) => section.querySelector(name));
  const start = createStart(section, window.document.getElementById("glcanvas"));
  const said = () => (section.hidden ? null : [section.dataset.failure, message.textContent, button.textContent]);
  const again = () => (retry.hidden ? null : retry.textContent);
  return { start, said, press: () => button.click(), again, pressAgain: () => retry.click(), loads: () => loads };
}

/** Makes these storages the browser's, in a page that is alone or within another. */
function store(shared, tab = new TestStorage(20_000), isAlone = true) {
  const window = {};
  window.top = isAlone ? window : {};
  provide({ localStorage: shared, sessionStorage: tab, window });
}

test("what belongs to a tab is kept in its own storage, and only there", () => {
  const [shared, one, two] = [0, 1, 2].map(() => new TestStorage(20_000));
  store(shared, one);
  assert.ok(keep("chuhe.tab.review", "one") && keep("chuhe.review", "shared"));
  store(shared, two);
  assert.deepEqual(readAll(), { kept: { "chuhe.review": "shared" }, warning: null });
  assert.ok(keep("chuhe.tab.review", "two"));
  for (const [tab, text] of [[one, "one"], [two, "two"]]) {
    store(shared, tab);
    tab.setItem("chuhe-reloaded", "1");
    assert.deepEqual(readAll().kept, { "chuhe.tab.review": text, "chuhe.review": "shared" });
  }
  assert.ok(keep("chuhe.tab.review", null));
  assert.deepEqual(readAll().kept, { "chuhe.review": "shared" });
  // pages within another page share their tab
  store(shared, one, false);
  assert.deepEqual([readAll().kept, keep("chuhe.tab.review", "x")], [{ "chuhe.review": "shared" }, false]);
  assert.equal(one.getItem("chuhe.tab.review"), "one");
  // a tab without a storage has the shared one
  mock.method(console, "warn", () => {});
  store(shared, refused);
  assert.deepEqual([readAll(), keep("chuhe.tab.review", "x")], [{ kept: { "chuhe.review": "shared" }, warning: null }, false]);
  mock.restoreAll();
});

test("the program hears what other pages keep, and nothing of what belongs to a tab", () => {
  const { window } = new JSDOM("<!doctype html>");
  provide({ window });
  const heard = [];
  listenForOthers(({ key, value }) => heard.push([key, value]));
  for (const key of ["chuhe.tab.review", "other", null, "chuhe.settings"]) {
    window.dispatchEvent(new window.StorageEvent("storage", { key, newValue: "x" }));
  }
  assert.deepEqual(heard, [["chuhe.settings", "x"]]);
});

test("a storage that is full keeps what it has, and says so", () => {
  const storage = new TestStorage(20_000);
  store(storage);
  storage.setItem("chuhe.settings", "s");
  storage.setItem("of another page", "x");
  assert.deepEqual(readAll(), { kept: { "chuhe.settings": "s" }, warning: null });
  assert.equal(storage.length, 2, "the test left nothing");
  storage.setItem("chuhe.library.1.a", "x".repeat(storage.room - 200));
  const { kept, warning } = readAll();
  assert.equal(warning, "full-storage");
  assert.deepEqual(Object.keys(kept).sort(), ["chuhe.library.1.a", "chuhe.settings"]);
  storage.removeItem("chuhe.library.1.a");
  assert.equal(readAll().warning, null);
});

test("a storage without room or that is refused is none", () => {
  for (const storage of [new TestStorage(0), refused]) {
    store(storage);
    assert.deepEqual(readAll(), { kept: {}, warning: "no-storage" });
  }
});

test("every note says what happened, and its button what it does, in every language", () => {
  const sources = ["start.js", "main.js", "storage.js"].map((file) => readFileSync(join(folder("web/page"), file), "utf8")).join("\n");
  const [stops, warnings] = [
    ["no-webassembly", "no-webgl", "no-answer", "no-program", "failed", "old", "still-old", "is-old"],
    ["no-storage", "full-storage", "no-websocket", "blocked", "unreadable"],
  ];
  for (const name of [...stops, ...warnings]) assert.ok(sources.includes(`"${name}"`), `${name} is said somewhere`);
  const named = Object.keys(texts.en).filter((name) => !["loading", "again", "continue", "alone", "retry", "no-script"].includes(name));
  assert.deepEqual(named.sort(), [...stops, ...warnings].sort(), "no other text is there");
  for (const [language, text] of Object.entries(texts)) {
    for (const name of [...warnings, "is-old"]) {
      const { start, said, press } = page(language);
      start.finish([name]);
      const network = name.startsWith("no-w") || name === "blocked" ? "alone" : "continue";
      assert.deepEqual(said(), [name, text[name], text[network]]);
      press();
      assert.equal(said(), null);
    }
    const { start, said, press, loads } = page(language);
    mock.method(console, "error", () => {});
    start.fail(new Failure("no-webgl"));
    assert.deepEqual(said(), ["no-webgl", text["no-webgl"], text.again]);
    press();
    assert.equal(loads(), 1, "the button loads the page again");
    start.fail(new Error("a bug"));
    assert.deepEqual(said(), ["failed", text.failed, text.again]);
    mock.restoreAll();
  }
});

test("warnings are shown one after the other, also those from before the first frame", () => {
  const { start, said, press } = page();
  start.warn("blocked");
  start.finish(["full-storage"]);
  assert.equal(said()[0], "full-storage");
  press();
  assert.equal(said()[0], "blocked");
  press();
  assert.equal(said(), null);
});

test("a warning goes when its reason has gone, and no other one does", () => {
  const { start, said, press } = page();
  start.finish(["full-storage"]);
  start.warn("blocked");
  start.settle("blocked");
  assert.equal(said()[0], "full-storage");
  press();
  assert.equal(said(), null);
  start.warn("blocked");
  start.settle("blocked");
  assert.equal(said(), null);
  mock.method(console, "error", () => {});
  start.fail(new Error("a bug"));
  start.settle("blocked");
  assert.equal(said()[0], "failed", "the program has stopped all the same");
  mock.restoreAll();
});

test("what has failed is tried again from its warning, and from no other one", () => {
  const { start, said, press, again, pressAgain } = page();
  let retries = 0;
  start.finish(["full-storage"]);
  start.warn("blocked", () => (retries += 1));
  assert.equal(again(), null);
  press();
  assert.deepEqual([said()[0], again()], ["blocked", texts.en.retry]);
  pressAgain();
  assert.deepEqual([said(), retries], [null, 1]);
  start.warn("blocked", () => (retries += 1));
  press();
  assert.deepEqual([said(), retries], [null, 1], "the other button goes on without it");
  mock.method(console, "error", () => {});
  start.fail(new Error("a bug"));
  assert.equal(again(), null);
  mock.restoreAll();
});

// A lock that another page may hold, which it releases by `release()`.
function lockHeldBy(another) {
  let waiting = null;
  const grant = (callback) => (another = true, callback({}));
  const request = (_, { ifAvailable, signal }, callback) => {
    if (!another) return Promise.resolve(grant(callback));
    if (ifAvailable) return Promise.resolve(callback(null));
    return new Promise((resolve, reject) => {
      waiting = () => resolve(grant(callback));
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  return { locks: { request }, release: () => waiting?.() };
}

test("a page that was loaded again waits for the lock of the visit before, and another page does not", async () => {
  const { window } = new JSDOM("<!doctype html>");
  provide({ window });
  const aborts = new AbortController();
  mock.method(AbortSignal, "timeout", () => aborts.signal);
  for (const [isHeld, isReloaded, then, first] of [
    [false, false, () => {}, true],
    [true, false, () => {}, false],
    [true, true, ({ release }) => release(), true],
    [true, true, () => aborts.abort(), false],
  ]) {
    const lock = lockHeldBy(isHeld);
    provide({ navigator: lock });
    const answer = isFirst(isReloaded);
    then(lock);
    assert.equal(await answer, first, `${isHeld} ${isReloaded}`);
  }
  mock.restoreAll();
});

test("an old page is loaded again once, and says only what is true", () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const session = new TestStorage(1_000);
  const first = page("en", session);
  first.start.reload();
  assert.deepEqual([first.said()[0], first.loads()], ["old", 1]);
  const second = page("en", session);
  second.start.reload();
  assert.deepEqual([second.said()[0], second.loads()], ["still-old", 0]);
  mock.timers.tick(61_000);
  second.start.reload();
  assert.equal(second.loads(), 1);
  // nobody knows whether it was loaded again
  const third = page("en", refused);
  third.start.reload();
  assert.deepEqual([third.said()[0], third.loads()], ["is-old", 0]);
  mock.timers.reset();
});

test("a program whose download breaks off has no answer, and a damaged one has failed", async () => {
  mock.method(console, "error", () => {});
  const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const answer = (chunks, end) => new Response(new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      end(controller);
    },
  }));
  for (const [chunks, end, failure] of [
    [[empty.slice(0, 4)], (controller) => controller.error(new TypeError("network error")), "no-answer"],
    [[empty.slice(0, 4)], (controller) => controller.close(), "failed"],
    [[empty], (controller) => controller.close(), null],
  ]) {
    const { start, said } = page();
    provide({ fetch: async () => answer(chunks, end) });
    await start.compile({ path: "chuhe.wasm", bytes: empty.length }).then(() => start.finish([]), (error) => start.fail(error));
    assert.equal(said()?.[0] ?? null, failure);
  }
  mock.restoreAll();
});

test("each WebSocket that does not open is counted until one opens", () => {
  page();
  const sockets = [];
  provide({
    WebSocket: class {
      static CONNECTING = 0;
      static OPEN = 1;
      readyState = 0;
      constructor() {
        sockets.push(this);
      }
      close() {}
    },
  });
  const told = [];
  const socket = createSocket(() => {}, { failed: (times) => told.push(times), opened: () => told.push("opened") });
  for (let number = 0; number < 2; number += 1) {
    socket.connect(number);
    sockets.at(-1).onclose({ code: 1006, reason: "" });
  }
  assert.deepEqual(told, [1, 2]);
  socket.connect(2);
  sockets.at(-1).onopen();
  socket.connect(3);
  sockets.at(-1).onclose({ code: 1006, reason: "" });
  assert.deepEqual(told, [1, 2, "opened", 0]);
});

test("a page that is left closes its WebSocket, and hears of it when it is shown again", () => {
  page();
  let opened;
  provide({
    WebSocket: class {
      constructor() {
        opened = this;
      }
      close() {
        this.closed = true;
      }
    },
  });
  const heard = [];
  const socket = createSocket((message) => heard.push(message), { failed: () => {}, opened: () => {} });
  socket.leave();
  socket.connect(1);
  opened.onopen();
  socket.leave();
  assert.equal(opened.closed, true);
  opened.onclose({ code: 1005, reason: "" });
  assert.deepEqual(heard.map(({ kind, number }) => [kind, number]), [["opened", 1], ["closed", 1]]);
});

test("the browser asks before it leaves the page only where that loses something", () => {
  const { window } = new JSDOM("<!doctype html>");
  provide({ window, document: window.document });
  const heard = [];
  let hidden = false;
  Object.defineProperty(window.document, "hidden", { get: () => hidden });
  // what the program loses once it has heard
  let loses = false;
  const slept = [];
  const hear = ({ kind, asleep }) => (kind === "sleep" ? slept.push(asleep) : heard.push(kind));
  let left = 0;
  const setLoses = watchLeaving(hear, () => setLoses(loses), () => (left = slept.length));
  const leave = () => {
    const event = new window.Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  setLoses(true);
  assert.equal(leave(), false, "the program has kept what it held");
  loses = true;
  assert.equal(leave(), true);
  assert.deepEqual(heard, ["leaving", "leaving"]);
  const change = () => window.document.dispatchEvent(new window.Event("visibilitychange"));
  change();
  hidden = true;
  change();
  assert.equal(heard.length, 3, "a hidden page may end");
  assert.equal(left, 0);
  window.dispatchEvent(new window.Event("pagehide"));
  assert.equal(left, 3, "the page is left once it has said that it sleeps");
  hidden = false;
  change();
  assert.deepEqual(slept, [false, true, true, false], "a phone says when it sleeps");
});

test("the canvas takes Tab only after it was clicked, and lets it go after Escape", () => {
  const { window } = new JSDOM('<!doctype html><canvas id="glcanvas"></canvas><nav><button></button></nav><main></main>');
  const canvas = window.document.getElementById("glcanvas");
  let taken = 0;
  canvas.onkeydown = (event) => {
    if (event.key === "Tab") taken += 1;
  };
  const [entrance, main] = ["nav button", "main"].map((name) => window.document.querySelector(name));
  routeTab(canvas, entrance, main);
  const press = (key) => canvas.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  press("Tab");
  assert.equal(taken, 0);
  canvas.dispatchEvent(new window.Event("pointerdown"));
  press("Tab");
  assert.equal(taken, 1);
  press("Escape");
  press("Tab");
  assert.equal(taken, 1);
});

test("the entrance opens the mirror, and Tab and Escape go from them to the canvas", () => {
  const { window } = new JSDOM('<canvas tabindex="-1"></canvas><nav><button hidden></button></nav><main><h1 tabindex="-1"></h1><button>a</button></main>');
  const { document } = window;
  const [canvas, entrance, main] = ["canvas", "nav button", "main"].map((name) => document.querySelector(name));
  const show = routeTab(canvas, entrance, main);
  show({ entrance: "Text version", lang: "en", dark: true });
  assert.deepEqual([entrance.hidden, entrance.textContent, entrance.lang, entrance.dataset.look], [false, "Text version", "en", "dark"]);
  const press = (element, key, more = {}) =>
    !element.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  let taken = 0;
  canvas.onkeydown = () => (taken += 1);
  for (const [begin, key] of [[() => entrance.focus(), "Tab"], [() => entrance.focus() ?? entrance.click(), "Escape"]]) {
    press(canvas, "Escape");
    begin();
    const before = document.activeElement;
    assert.equal(before.tagName, key === "Tab" ? "BUTTON" : "H1");
    assert.ok(press(before, key), "the browser does not move the focus as well");
    assert.deepEqual([document.activeElement, canvas.classList.contains("entered")], [canvas, true]);
    taken = 0;
    press(canvas, "Tab");
    assert.deepEqual([taken, canvas.classList.contains("entered")], [1, false], "Tab goes through what the canvas shows");
  }
  entrance.focus();
  assert.ok(!press(entrance, "Tab", { shiftKey: true }), "the browser leads back");
  press(main.querySelector("button"), "Escape", { isComposing: true });
  assert.equal(document.activeElement, entrance, "an input method has the key");
  show({ entrance: "文字版", lang: "zh-Hans", dark: false });
  assert.deepEqual([entrance.textContent, entrance.dataset.look, canvas.dataset.look], ["文字版", "light", "light"]);
});

test("the program is told once when the mirror has the keyboard, and when it has it no more", () => {
  const { window } = new JSDOM('<canvas tabindex="-1"></canvas><nav><button></button></nav><main><button>a</button><button>b</button></main>');
  const [canvas, entrance, main] = ["canvas", "nav button", "main"].map((name) => window.document.querySelector(name));
  const [first, second] = main.children;
  const heard = [];
  watchMirror([entrance, main], ({ kind, has }) => heard.push([kind, has]));
  for (const element of [canvas, entrance, first, second, canvas, second]) element.focus();
  second.remove();
  assert.deepEqual(heard, [["mirror-focus", true], ["mirror-focus", false], ["mirror-focus", true]]);
  first.focus();
  assert.equal(heard.length, 3, "the tree is rendered again");
});

test("the halves of an emoji that are typed one after the other are one text", () => {
  const { window } = new JSDOM("<canvas></canvas><input>");
  const { document } = window;
  const [canvas, input] = ["canvas", "input"].map((name) => document.querySelector(name));
  const heard = [];
  createField(input, canvas, (message) => heard.push(message));
  for (const typed of ["a", "\ud83d", "\ude00", "b"]) {
    input.value += typed;
    input.dispatchEvent(new window.Event("input"));
  }
  assert.deepEqual(heard.map(({ text }) => text), ["a", "\ud83d\ude00", "b"]);
});

test("half a character in a message becomes the sign of what cannot be shown", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { imports, send } = createBridge(() => memory, () => true);
  send({ kind: "paste", text: "a\ud83d \ude00\ud83d\ude00" });
  const length = imports.chuhe_hear(0, 65536);
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, 4, length - 4));
  assert.equal(JSON.parse(text).text, "a\ufffd \ufffd\ud83d\ude00");
});

test("the program hears first what it begins with, whatever has happened before", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { imports, send, begin } = createBridge(() => memory, () => true);
  send({ kind: "kept" });
  begin({ kind: "start" });
  const heard = [0, 0].map(() => {
    const length = imports.chuhe_hear(0, 65536);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, 4, length - 4))).kind;
  });
  assert.deepEqual(heard, ["start", "kept"]);
  assert.equal(imports.chuhe_hear(0, 65536), 0);
});

test("the program hears how the system is set up, and each change once", () => {
  const { window } = new JSDOM("<!doctype html><body></body>");
  const on = new Set();
  const listeners = [];
  provide({
    document: window.document,
    getComputedStyle: (element) => ({ color: element.style.color === "canvastext" ? "rgb(255, 254, 253)" : "rgba(0, 0, 1, 1)" }),
    matchMedia: (query) => ({ get matches() { return on.has(query); }, addEventListener: (_, listener) => listeners.push(listener) }),
  });
  assert.deepEqual(look(), { isDark: false, hasContrast: false, reducesMotion: false, forced: null });
  const heard = [];
  watchLook((message) => heard.push(message));
  on.add("(prefers-color-scheme: dark)").add("(prefers-reduced-motion: reduce)");
  for (const listener of listeners) listener();
  assert.deepEqual(heard, [{ kind: "system-look", look: { isDark: true, hasContrast: false, reducesMotion: true, forced: null } }]);
  on.add("(forced-colors: active)");
  for (const listener of listeners) listener();
  const { forced } = heard.at(-1).look;
  assert.deepEqual([forced.text, forced.canvas], [0xfffefd, 1]);
  assert.equal(window.document.body.children.length, 0);
});

test("the query of an invitation becomes a route, and goes from the address", () => {
  const opened = (address) => {
    const { window } = new JSDOM("", { url: `https://play.example.org${address}` });
    provide({ location: window.location, history: window.history });
    const link = takeLink();
    return [link, window.location.href.slice("https://play.example.org".length)];
  };
  assert.deepEqual(opened("/?play=7k3m9qpx02ab"), ["#/play/7k3m9qpx02ab", "/#/play/7k3m9qpx02ab"]);
  const full = "#/play/7k3m9qpx02ab?hall=%E6%A5%9A&port=77";
  assert.deepEqual(opened("/x/?play=7k3m9qpx02ab&hall=%E6%A5%9A&port=77&trace"), [full, `/x/?trace=${full}`]);
  assert.deepEqual(opened("/?play=7k3m9qpx02ab#/join"), ["#/join", "/#/join"], "the program has gone on since");
  assert.equal(opened("/?play=%22%3E%3Cscript%3E")[0], "#/play/%22%3E%3Cscript%3E");
  assert.deepEqual(opened("/?trace#/watch/5"), ["#/watch/5", "/?trace#/watch/5"]);
  assert.deepEqual(opened("/"), ["", "/"]);
});

test("a page that was loaded again in a review has no address of it after it is closed", async () => {
  const { window } = new JSDOM("", { url: "https://play.example.org/#/review?fen=old" });
  provide({ window, location: window.location, history: window.history });
  const heard = [];
  const show = createHistory((message) => heard.push(message));
  show({ hash: "#/review?fen=old", isDeep: true });
  const gone = new Promise((resolve) => window.addEventListener("popstate", resolve));
  show({ hash: null, isDeep: false });
  await gone;
  assert.deepEqual([window.location.href, heard], ["https://play.example.org/", []]);
});
