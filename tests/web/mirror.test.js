// Tests client/web/page/mirror.js on the trees of every screen, which a test of the client writes:
// scripts/test-web mirror. Arguments in the environment: MIRROR_SAMPLES is the folder of the trees,
// WEB_TOOLS the folder with node_modules.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "node:test";
import { createMirror } from "../../client/web/page/mirror.js";

const require = createRequire(join(process.env.WEB_TOOLS, "index.js"));
const { JSDOM } = require("jsdom");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const folder = process.env.MIRROR_SAMPLES;
const samples = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => [file.slice(0, -".json".length), JSON.parse(readFileSync(join(folder, file), "utf8"))]),
);
assert.ok(samples.size > 100, `the client wrote ${samples.size} trees`);

/** A page with a mirror, as index.html has it. */
function page() {
  const html = '<!doctype html><html lang="en"><head><title>Chuhe</title></head><body><nav><button id="entrance">Text version</button></nav><main id="mirror"></main></body></html>';
  const dom = new JSDOM(html, { runScripts: "outside-only", pretendToBeVisual: true });
  const acts = [];
  const root = dom.window.document.getElementById("mirror");
  const mirror = createMirror(root, (act) => acts.push(act));
  return { dom, document: dom.window.document, root, mirror, acts };
}

/** The element of a node. */
function element(root, id) {
  const found = root.querySelector(`[data-id="${id}"]`);
  assert.ok(found, `${id} is on the page`);
  return found;
}

/** A tree without what is in it. */
const empty = { lang: "en", dark: false, entrance: "Text version", title: "", heading: "Table", nodes: [], news: [] };

/** The page as HTML without the news, and without the names that are counted up. */
function html(root) {
  const copy = root.cloneNode(true);
  copy.querySelector('[role="status"]').replaceChildren();
  return copy.innerHTML.replaceAll(/mirror-\d+/g, "mirror-N");
}

/** All texts of a tree. */
function texts(tree) {
  const found = [tree.heading, ...tree.news.map((line) => line.text)];
  const visit = (node) => {
    for (const key of ["heading", "label", "text", "caption", "send", "denied"]) {
      if (node[key] !== undefined) found.push(node[key]);
    }
    found.push(...(node.options ?? []), ...(node.lines ?? []).map((line) => line.text));
    for (const row of node.rows ?? []) found.push(row.name, ...row.cells);
    (node.nodes ?? []).forEach(visit);
  };
  tree.nodes.forEach(visit);
  return found.filter((text) => text !== "");
}

for (const [name, tree] of samples) {
  test(`${name} has every text and no fault that axe-core finds`, async () => {
    const { dom, document, root, mirror } = page();
    mirror.update(JSON.stringify(tree));
    const labels = [...root.querySelectorAll("[aria-label]")].map((it) => it.getAttribute("aria-label"));
    const shown = [root.textContent, ...labels].join("\n");
    for (const text of texts(tree)) assert.ok(shown.includes(text), `${text} is on the page`);
    dom.window.eval(axe);
    // there is no layout here; the contrast is measured in the browser
    const options = { rules: { "color-contrast": { enabled: false } } };
    const result = await dom.window.axe.run(document, options);
    const faults = result.violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(" ")}`);
    assert.equal(faults.join("\n"), "");
  });
}

test("an update makes the page that the tree makes alone, in every order", () => {
  const trees = [...samples.values()].filter((tree) => tree.lang === "en");
  const alone = trees.map((tree) => {
    const { root, mirror } = page();
    mirror.update(tree);
    return html(root);
  });
  const { root, mirror } = page();
  // steps of several lengths meet every tree after several others
  for (const step of [1, 2, 5]) {
    for (let at = 0, count = 0; count < trees.length; at = (at + step) % trees.length, count += 1) {
      mirror.update(trees[at]);
      assert.ok(html(root) === alone[at], `${trees[at].title}: ${html(root)} instead of ${alone[at]}`);
    }
  }
});

test("the same tree again changes nothing", async () => {
  for (const tree of samples.values()) {
    const { dom, root, mirror } = page();
    mirror.update(tree);
    const observer = new dom.window.MutationObserver(() => {});
    observer.observe(root, { attributes: true, childList: true, characterData: true, subtree: true });
    mirror.update(structuredClone(tree));
    assert.equal(observer.takeRecords().length, 0);
  }
});

test("a clock that runs changes its own text and announces nothing", () => {
  const { dom, root, mirror } = page();
  const tree = structuredClone(samples.get("table.en"));
  mirror.update(tree);
  const observer = new dom.window.MutationObserver(() => {});
  observer.observe(root, { attributes: true, childList: true, characterData: true, subtree: true });
  const clocks = tree.nodes.find((node) => node.id === "table.clocks");
  clocks.lines[0].text += "!";
  mirror.update(tree);
  const changed = observer.takeRecords();
  assert.ok(changed.length > 0);
  for (const record of changed) assert.equal(record.target.closest("[aria-live]"), null);
});

test("a new line of news is added to the live region, and an old one leaves later", () => {
  const { root, mirror } = page();
  const line = (id, text) => ({ id, text });
  mirror.update({ ...empty, news: [line("a", "one")] });
  const region = root.querySelector('[role="status"]');
  const first = region.firstElementChild;
  mirror.update({ ...empty, news: [line("a", "one"), line("b", "two")] });
  assert.equal(region.firstElementChild, first);
  assert.deepEqual([...region.children].map((it) => it.textContent), ["one", "two"]);
  mirror.update({ ...empty, news: [line("b", "two")] });
  assert.equal(region.children.length, 2, "what is being read out stays for a while");
  mirror.update({ ...empty, news: [line("a", "one again"), line("b", "two")] });
  assert.deepEqual([...region.children].map((it) => it.textContent), ["one again", "two"]);
});

const field = (more) => ({ id: "f", kind: "field", label: "Name", value: "", hint: "", secret: false, ...more });

test("buttons, choices, ticks and fields say what the user does", () => {
  const { dom, root, mirror, acts } = page();
  const { Event, InputEvent } = dom.window;
  const nodes = [
    { id: "b", kind: "button", label: "Draw" },
    { id: "no", kind: "button", label: "Resign", denied: "Not yet" },
    { id: "c", kind: "choice", label: "Game", options: ["one", "two"], chosen: 0 },
    { id: "t", kind: "tick", label: "Mute", on: false },
    field({}),
    field({ id: "m", send: "Play" }),
  ];
  mirror.update({ ...empty, nodes });
  const taken = () => acts.splice(0).map(({ kind, id, text }) => [kind, id, text]);
  element(root, "b").querySelector("button").click();
  assert.deepEqual(taken(), [["mirror-act", "b", ""]]);
  const denied = element(root, "no").querySelector("button");
  denied.click();
  assert.deepEqual(taken(), []);
  assert.equal(dom.window.document.getElementById(denied.getAttribute("aria-describedby")).textContent, "Not yet");
  const select = element(root, "c").querySelector("select");
  select.selectedIndex = 1;
  select.dispatchEvent(new Event("change"));
  element(root, "t").querySelector("input").click();
  assert.deepEqual(taken(), [["mirror-act", "c", "1"], ["mirror-act", "t", ""]]);
  const input = element(root, "f").querySelector("input");
  input.value = "y";
  input.dispatchEvent(new InputEvent("input", { isComposing: true }));
  input.value = "云";
  input.dispatchEvent(new dom.window.CompositionEvent("compositionend"));
  input.value = "云中鹤";
  input.dispatchEvent(new InputEvent("input"));
  assert.deepEqual(taken(), [["mirror-act", "f", "云"], ["mirror-act", "f", "云中鹤"]]);
  const move = element(root, "m");
  move.querySelector("input").value = "炮二平五";
  move.querySelector("button").click();
  assert.deepEqual(taken(), [["mirror-act", "m", "炮二平五"]]);
  assert.equal(move.querySelector("input").value, "");
});

test("the program does not overwrite what the user types", () => {
  const { root, mirror } = page();
  mirror.update({ ...empty, nodes: [field({ value: "Bo" })] });
  const input = element(root, "f").querySelector("input");
  assert.equal(input.value, "Bo");
  input.focus();
  input.value = "Bob";
  mirror.update({ ...empty, nodes: [field({ value: "Bo" })] });
  mirror.update({ ...empty, nodes: [field({ value: "B" })] });
  assert.equal(input.value, "Bob");
  input.blur();
  mirror.update({ ...empty, nodes: [field({ value: "Cy" })] });
  assert.equal(input.value, "Cy");
});

test("the focus goes to the field in place of a pressed button, and to no other that appears", () => {
  const { root, document, mirror } = page();
  const button = (id) => ({ id, kind: "button", label: id });
  const field = (id) => ({ id, kind: "field", label: id, value: "", hint: "", secret: id === "password" });
  const form = { ...empty, heading: "Join", nodes: [field("name"), button("have"), button("join")] };
  const asked = { ...form, nodes: [field("name"), field("password"), button("join")] };
  const press = (id) => {
    const pressed = element(root, id).querySelector("button");
    pressed.focus();
    pressed.click();
  };
  const focused = () => document.activeElement.closest("[data-id]")?.dataset.id;
  mirror.update(form);
  press("have");
  mirror.update(asked);
  assert.equal(focused(), "password", "in place of the button");
  assert.equal(document.activeElement.type, "password");
  // nobody pressed for it
  mirror.update(form);
  element(root, "join").querySelector("button").focus();
  mirror.update(asked);
  assert.equal(focused(), "join");
  // another screen has fields of its own
  press("join");
  mirror.update({ ...empty, heading: "Lobby", nodes: [button("join"), field("chat")] });
  assert.equal(focused(), "join");
  // all entries of the first screen have the same heading, and so have the tabs of a table
  const join = { ...empty, nodes: [button("start.join"), button("start.host"), field("join.name")] };
  mirror.update(join);
  press("start.host");
  mirror.update({ ...empty, nodes: [button("start.join"), button("start.host"), field("host.port")] });
  assert.equal(focused(), "start.host", "the entry stays");
  // nor does a field get the focus that was there before the button has gone
  mirror.update(form);
  press("have");
  mirror.update({ ...form, nodes: [field("name"), button("join")] });
  assert.equal(document.activeElement, root.querySelector("h1"));
  // the user has gone on meanwhile
  mirror.update(form);
  press("have");
  element(root, "name").querySelector("input").focus();
  mirror.update(asked);
  assert.equal(focused(), "name");
});

test("the focus stays where it was, follows a question, and is not lost with its element", () => {
  const { root, document, mirror } = page();
  const button = (id) => ({ id, kind: "button", label: id });
  const dialog = { id: "resign", kind: "dialog", heading: "Resign?", nodes: [button("yes")] };
  mirror.update({ ...empty, nodes: [button("a"), button("b")] });
  const pressed = element(root, "b").querySelector("button");
  pressed.focus();
  mirror.update({ ...empty, nodes: [button("new"), button("a"), button("b")] });
  assert.equal(document.activeElement, pressed);
  mirror.update({ ...empty, nodes: [dialog, button("a"), button("b")] });
  assert.equal(document.activeElement, element(root, "resign"));
  mirror.update({ ...empty, nodes: [button("a"), button("b")] });
  assert.equal(document.activeElement, root.querySelector("h1"));
  document.activeElement.blur();
  mirror.update({ ...empty, nodes: [dialog] });
  assert.equal(document.activeElement, document.body, "the mirror takes no focus that it did not have");
});
