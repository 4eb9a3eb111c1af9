// Starts the program in the page.

import { createBridge } from "./bridge.js";
import { big5, gb18030 } from "./characters.js";
import { copy, read } from "./clipboard.js";
import { createField, listenForPaste } from "./field.js";
import { createFiles } from "./files.js";
import { drawFont } from "./drawn_font.js";
import { createFonts } from "./fonts.js";
import { createFrames } from "./frames.js";
import { createHistory } from "./history.js";
import { watchInsets } from "./insets.js";
import { takeLink } from "./link.js";
import { watchLeaving } from "./leaving.js";
import { routeTab, watchMirror } from "./keyboard.js";
import { look, watchLook } from "./look.js";
import { createMirror } from "./mirror.js";
import { TooEarly, begin, complete, startOver, waitsForRest } from "./program.js";
import { createNotifications } from "./notifications.js";
import { askServer, watchServer } from "./server.js";
import { createSocket } from "./socket.js";
import { createSounds } from "./sounds.js";
import { createSteps } from "./steps.js";
import { isFirst, keep, listenForOthers, readAll } from "./storage.js";
import { Failure, createStart } from "./start.js";
import { createWorkers } from "./workers.js";
import { offsets } from "./time-zone.js";
import { parts } from "./parts.js";

const encoder = new TextEncoder();
const canvas = document.getElementById("glcanvas");
const start = createStart(document.getElementById("start"), canvas);
// A page within a page of someone else shows a review, and joins no server.
const isEmbedded = window.top !== window;
const isReloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
const wantsTrace = new URLSearchParams(location.search).has("trace");

window.chuhe = { lines: [], drawn: 0, trace: () => undefined };

// Takes the canvas for the program, which finds it so. Its shapes have smooth edges: the browser need not smooth
// the whole picture once more, which would cost a third of the frames where the processor draws.
function hasWebGl() {
  const gl = canvas.getContext("webgl", { alpha: false, antialias: false, depth: false });
  return gl?.getExtension("OES_vertex_array_object") && gl.getExtension("ANGLE_instanced_arrays");
}

// Tells whether the program speaks no protocol of the server that has answered so.
function isOld({ version }) {
  const protocol = version?.protocol;
  return protocol !== undefined && !(protocol.oldest <= parts.protocol && parts.protocol <= protocol.newest);
}

// The link that the page was opened with, if any.
function link() {
  if (isEmbedded && !location.hash.startsWith("#/review")) return "#/review";
  return takeLink();
}

function facts(server, kept, first) {
  return {
    kind: "start",
    language: navigator.language,
    offsets: offsets(),
    nowMs: Date.now(),
    hasFingers: matchMedia("(pointer: coarse)").matches,
    look: look(),
    shares: typeof navigator.share === "function",
    seed: [...crypto.getRandomValues(new Uint32Array(2))],
    address: [location.hostname, Number(location.port) || (location.protocol === "https:" ? 443 : 80)],
    page: new URL(".", location.href).href,
    server,
    link: link(),
    isReloaded,
    isFirst: first,
    trace: wantsTrace,
    kept,
  };
}

async function run() {
  if (typeof WebAssembly !== "object") throw new Failure("no-webassembly");
  const compiled = start.compile(parts.program);
  // neither beside the first part nor while that draws: both would come later
  let fetchRest;
  const rest = parts.rest ? new Promise((resolve) => (fetchRest = () => resolve(start.compile(parts.rest)))) : null;
  // the version counts first: the program of an old page may be gone
  for (const part of [compiled, rest]) part?.catch(() => {});
  const asked = isEmbedded ? { state: "none" } : askServer();
  // this takes long too: the browser starts what draws
  if (!hasWebGl()) throw new Failure("no-webgl");
  const server = await asked;
  if (isOld(server)) return start.reload();
  const [module, first] = await Promise.all([compiled, isFirst(isReloaded)]);
  performance.mark("chuhe-compiled");
  const { kept, warning } = readAll();
  const warnings = warning ? [warning] : [];
  if (server.state !== "none" && typeof WebSocket !== "function") warnings.push("no-websocket");

  const hear = (message, bytes) => {
    bridge.send(message, bytes);
    frames.now();
  };
  let isShown = false;
  let isWhole = rest === null;
  let isSettled = false;
  // the first part needed the rest in the middle of a step
  let isBroken = false;
  let program = null;
  // while the program is fetched, things happen already: another tab keeps something, or the window is resized
  let isBegun = false;
  function draw() {
    if (!isBegun || (isShown && !isWhole) || isBroken) return;
    steps.take(() => {
      try {
        window.chuhe.drawn += 1;
        program.exports.frame();
      } catch (error) {
        stopped(error);
      }
    });
  }
  const frames = createFrames(draw);
  const steps = createSteps(() => location.reload());
  function stopped(error) {
    // the rest is in the browser's cache when the page is loaded again
    if (error instanceof TooEarly) {
      console.info(`the page is loaded again as a whole: its first screen needs ${error.message}`);
      isBroken = true;
      fetchRest();
      return rest.then(startOver).catch((error) => start.fail(error));
    }
    start.fail(error);
    throw error;
  }
  // once the first screen is drawn and the rest is there
  function settle() {
    if (!isShown || !isWhole || isBroken || isSettled) return;
    isSettled = true;
    performance.mark("chuhe-whole");
    // what a test does from here on is heard
    window.chuhe.trace = () => window.chuhe.lines.at(-1);
    start.showsRest(false);
    keepPage();
    fonts.fetchTexts();
    // takes tens of milliseconds: after the first frame, not within it
    setTimeout(() => hear({ kind: "gb18030" }, encoder.encode(gb18030())));
    setTimeout(() => hear({ kind: "big5" }, encoder.encode(big5())));
    // what the program has missed
    window.dispatchEvent(new Event("resize"));
    frames.now();
  }
  const watch = watchServer(server, (now) => {
    if (isOld(now)) start.reload();
    else hear({ kind: "server", state: now.state });
  });
  let gotThrough = false;
  // the program repeats the attempt that has failed
  const retry = () => hear({ kind: "server", state: "answers" });
  const socket = createSocket(hear, {
    failed: async (times) => {
      const { state } = await watch.check();
      if (state !== "answers" || times === 0 || gotThrough) return;
      // the server is there: something was slow, or WebSockets are not let through
      if (times % 2 === 1) retry();
      else start.warn("blocked", retry);
    },
    opened: () => {
      gotThrough = true;
      start.settle("blocked");
    },
  });
  const workers = createWorkers(parts.worker, hear, () => start.warn("is-old"));
  const sounds = createSounds(parts.sounds);
  const userFiles = createFiles(document.getElementById("file"), hear);
  const field = createField(document.getElementById("field"), canvas, hear);
  listenForPaste(hear);
  listenForOthers(hear);
  const fonts = createFonts(parts.fonts, parts.textFont, hear, drawFont);
  const notifications = createNotifications(hear);
  const [mirrorRoot, entrance] = ["mirror", "entrance"].map((id) => document.getElementById(id));
  const mirror = createMirror(mirrorRoot, hear);
  const showEntrance = routeTab(canvas, entrance, mirrorRoot);

  const does = {
    wake: ({ ms }) => frames.after(ms),
    ready: () => {
      isShown = true;
      performance.mark("chuhe-first-frame");
      start.finish(warnings);
      start.showsRest(!isWhole);
      if (!isWhole) fetchRest();
      // the program is in the middle of a frame
      setTimeout(settle);
    },
    title: ({ text }) => {
      document.title = text;
    },
    "allow-notifications": () => {
      notifications.allow();
    },
    notify: ({ title, message }) => {
      notifications.show(title, message);
    },
    copy: ({ text }) => {
      copy(text);
    },
    "read-clipboard": async () => hear({ kind: "clipboard", text: await read() }),
    share: ({ title, link }) => {
      // the user may close the system's list again
      navigator.share({ title, url: link }).catch((error) => error.name === "AbortError" || console.warn("not shared:", error));
    },
    field: ({ place }) => field.show(place),
    keep: ({ key, value }) => keep(key, value),
    connect: ({ number }) => (isEmbedded ? hear({ kind: "closed", number, reason: "embedded" }) : socket.connect(number)),
    send: (_, bytes) => socket.send(bytes),
    disconnect: () => socket.close(),
    work: ({ number, leastMs }, bytes) => workers.begin({ number, leastMs, bytes: bytes.slice() }),
    "end-work": ({ number }) => workers.end(number),
    download: ({ name }, bytes) => userFiles.download(name, bytes.slice()),
    picture: ({ name, width, height }, bytes) => userFiles.downloadPicture(name, width, height, bytes.slice()),
    "pick-file": ({ several }) => userFiles.pick(several),
    glyphs: ({ characters, bold }) => fonts.need(characters, bold),
    sound: ({ name, volume }) => {
      sounds.play(name, volume);
    },
    mirror: ({ tree }) => {
      const shown = JSON.parse(tree);
      mirror.update(shown);
      showEntrance(shown);
    },
    route: (route) => showRoute(route),
    loses: ({ loses }) => setLoses(loses),
    trace: ({ line }) => {
      window.chuhe.lines = [...window.chuhe.lines.slice(-200), line];
    },
    old: () => start.reload(),
    unreadable: ({ error }) => mistake(error),
  };
  // a message got lost between the page and the program: something on the screen may wait for it
  function mistake(error) {
    console.error("unreadable message:", error);
    start.warn("unreadable");
  }
  const bridge = createBridge(() => wasm_memory, (message, bytes) => {
    const act = does[message.kind];
    return act ? act(message, bytes) : mistake(message.kind);
  });

  Object.assign(importObject.env, bridge.imports, {
    // the time since the start, which nobody sets: after each frame, macroquad counts the sixtieths of a second that have
    // passed, one by one
    now: () => performance.now() / 1000,
    // miniquad asks for a frame after each event
    sapp_schedule_update: () => frames.now(),
    sapp_set_fullscreen: (wanted) => {
      const done = wanted ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
      done?.catch?.((error) => console.warn("full screen:", error));
    },
  });
  program = await begin(module, importObject, () => isWhole && steps.mayBegin());
  const { exports } = program;
  window.wasm_memory = exports.memory;
  // miniquad draws the first frame
  window.wasm_exports = { ...program.callable, frame: draw };
  // the trace calls more than the first screen
  if (rest && (wantsTrace || waitsForRest(kept, link()))) {
    fetchRest();
    await complete(await rest, exports, importObject);
    isWhole = true;
  }

  for (const type of ["focus", "blur"]) window.addEventListener(type, () => hear({ kind: "attention", focused: document.hasFocus() }));
  document.addEventListener("visibilitychange", () => hear({ kind: "attention", focused: document.hasFocus() && !document.hidden }));
  // the browser's own menu and gestures would take what is meant for the board
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  // what is dragged out of the window, or over another element, is released in the program too
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  // The program's listeners cancel each touch. A touch that cannot be cancelled any more, as while the mirror
  // scrolls, would be an error in the browser's log.
  for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
    const cannot = (event) => {
      if (!event.cancelable) event.preventDefault = () => {};
    };
    canvas.addEventListener(type, cannot, { capture: true, passive: true });
  }
  // two fingers enlarge the board; one browser asks so for the page
  document.addEventListener("gesturestart", (event) => event.preventDefault());

  // macroquad asks for a frame when a key goes down, and not when it goes up
  window.addEventListener("keyup", () => frames.now());

  // the facts have the fragment of the address, which the program changes
  bridge.begin(facts(server.state, kept, first));
  const showRoute = createHistory(hear);
  watchInsets(document.getElementById("insets"), hear);
  const setLoses = watchLeaving(hear, frames.flush, socket.leave);
  watchLook(hear);
  watchMirror([entrance, mirrorRoot], hear);
  isBegun = true;
  try {
    exports.main(0, 0);
  } catch (error) {
    return stopped(error);
  }
  if (!isWhole) {
    await complete(await rest, exports, importObject);
    isWhole = true;
    settle();
  }
  // The program has the event by now. What it shows must be there before the next event: what is typed
  // goes to the field that was clicked, and some browsers open the keyboard on the screen only while
  // they handle the touch.
  for (const type of ["touchend", "mouseup"]) canvas.addEventListener(type, () => frames.flush());
}

// Keeps the page for play without a network. A failure costs only that.
function keepPage() {
  if (!("serviceWorker" in navigator) || wantsTrace) return;
  navigator.serviceWorker.register("service-worker.js").catch((error) => console.warn("the page is not kept:", error));
}

run().catch((error) => start.fail(error));
