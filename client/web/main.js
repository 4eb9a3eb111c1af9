// Starts the program in the page.

import { addMissing, createBridge } from "./bridge.js";
import { gb18030 } from "./characters.js";
import { copy } from "./clipboard.js";
import { createField, listenForPaste } from "./field.js";
import { createFiles } from "./files.js";
import { createFonts } from "./fonts.js";
import { createFrames } from "./frames.js";
import { createHistory } from "./history.js";
import { watchInsets } from "./insets.js";
import { watchLeaving } from "./leaving.js";
import { createMirror } from "./mirror.js";
import { createSocket } from "./socket.js";
import { createSounds } from "./sounds.js";
import { isFirst, keep, listenForOthers, readAll } from "./storage.js";
import { Failure, createStart } from "./start.js";
import { createWorkers } from "./workers.js";
import { offsets } from "./time-zone.js";
import { parts } from "./parts.js";

const encoder = new TextEncoder();
const canvas = document.getElementById("glcanvas");
const start = createStart(document.getElementById("start"), canvas);
const wantsTrace = new URLSearchParams(location.search).has("trace");

window.chuhe = { lines: [], trace: () => window.chuhe.lines.at(-1) };

// Takes the canvas for the program, which finds it so. Its shapes have smooth edges: the browser need not smooth
// the whole picture once more, which would cost a third of the frames where the processor draws.
function hasWebGl() {
  const gl = canvas.getContext("webgl", { alpha: false, antialias: false, depth: false });
  return gl?.getExtension("OES_vertex_array_object") && gl.getExtension("ANGLE_instanced_arrays");
}

// Asks the server of the page who it is; `null` if the page lies on a host of files.
async function askServer() {
  try {
    const answer = await fetch("version.json", { cache: "no-store" });
    return answer.ok && answer.headers.get("content-type")?.includes("json") ? await answer.json() : null;
  } catch {
    return null;
  }
}

// Tells whether the program speaks a protocol of this server.
function isOf({ oldest, newest }) {
  return oldest <= parts.protocol && parts.protocol <= newest;
}

function facts(server, kept, first) {
  return {
    kind: "start",
    language: navigator.language,
    offsets: offsets(),
    nowMs: Date.now(),
    hasFingers: matchMedia("(pointer: coarse)").matches,
    reducesMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    seed: [...crypto.getRandomValues(new Uint32Array(2))],
    server: server && [location.hostname, Number(location.port) || (location.protocol === "https:" ? 443 : 80)],
    page: server && new URL(".", location.href).href,
    link: location.hash.length > 2 ? location.hash : "",
    isReloaded: performance.getEntriesByType("navigation")[0]?.type === "reload",
    isFirst: first,
    trace: wantsTrace,
    kept,
  };
}

async function notify(title, message) {
  if (!("Notification" in window) || document.hasFocus()) return;
  if (Notification.permission === "default") await Notification.requestPermission();
  if (Notification.permission === "granted") new Notification(title, { body: message, tag: "chuhe", icon: "icon-192.png" });
}

async function run() {
  if (typeof WebAssembly !== "object") throw new Failure("no-webassembly");
  const compiled = start.compile(parts.program);
  // the version counts first: the program of an old page may be gone
  compiled.catch(() => {});
  const asked = askServer();
  // this takes long too: the browser starts what draws
  if (!hasWebGl()) throw new Failure("no-webgl");
  const server = await asked;
  if (server?.protocol && !isOf(server.protocol)) return start.reload();
  const [module, first] = await Promise.all([compiled, isFirst()]);
  const { kept, warning } = readAll();
  const warnings = warning ? [warning] : [];
  if (server && typeof WebSocket !== "function") warnings.push("no-websocket");

  const hear = (message, bytes) => {
    bridge.send(message, bytes);
    frames.now();
  };
  const frames = createFrames(() => {
    try {
      wasm_exports.frame();
    } catch (error) {
      start.fail(error);
      throw error;
    }
  });
  let gotThrough = false;
  const socket = createSocket(hear, {
    blocked: async () => {
      // the server is there, and only WebSockets are not let through
      if ((await askServer()) && !gotThrough) start.warn("blocked");
    },
    opened: () => {
      gotThrough = true;
      start.settle("blocked");
    },
  });
  const workers = createWorkers(parts.worker, hear);
  const sounds = createSounds(parts.sounds);
  const userFiles = createFiles(document.getElementById("file"), hear);
  const field = createField(document.getElementById("field"), canvas, hear);
  listenForPaste(hear);
  listenForOthers(hear);
  const fonts = createFonts(parts.fonts, parts.textFont, hear);
  const mirror = createMirror(document.getElementById("mirror"), hear);

  const does = {
    wake: ({ ms }) => frames.after(ms),
    ready: () => {
      performance.mark("chuhe-first-frame");
      start.finish(warnings);
      keepPage();
      fonts.fetchTexts();
      // takes tens of milliseconds: after the first frame, not within it
      setTimeout(() => hear({ kind: "gb18030" }, encoder.encode(gb18030())));
    },
    title: ({ text }) => {
      document.title = text;
    },
    notify: ({ title, message }) => {
      notify(title, message);
    },
    copy: ({ text }) => {
      copy(text);
    },
    field: ({ place }) => field.show(place),
    keep: ({ key, value }) => keep(key, value),
    connect: ({ number }) => socket.connect(number),
    send: (_, bytes) => socket.send(bytes),
    disconnect: () => socket.close(),
    work: ({ number, leastMs }, bytes) => workers.begin({ number, leastMs, bytes: bytes.slice() }),
    "end-work": ({ number }) => workers.end(number),
    download: ({ name }, bytes) => userFiles.download(name, bytes.slice()),
    picture: ({ name, width, height }, bytes) => userFiles.downloadPicture(name, width, height, bytes.slice()),
    "pick-file": () => userFiles.pick(),
    glyphs: ({ characters, bold }) => fonts.need(characters, bold),
    sound: ({ name, volume }) => {
      sounds.play(name, volume);
    },
    mirror: ({ tree }) => mirror.update(tree),
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
    // miniquad asks for a frame after each event
    sapp_schedule_update: () => frames.now(),
    sapp_set_fullscreen: (wanted) => {
      const done = wanted ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
      done?.catch?.((error) => console.warn("full screen:", error));
    },
  });
  addMissing(module, importObject.env);
  const { exports } = await WebAssembly.instantiate(module, importObject);
  window.wasm_memory = exports.memory;
  window.wasm_exports = exports;

  for (const type of ["focus", "blur"]) window.addEventListener(type, () => hear({ kind: "attention", focused: document.hasFocus() }));
  document.addEventListener("visibilitychange", () => hear({ kind: "attention", focused: document.hasFocus() && !document.hidden }));
  // the browser's own menu and gestures would take what is meant for the board
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  // The program's listeners cancel each touch. A touch that cannot be cancelled any more, as while the mirror
  // scrolls, would be an error in the browser's log.
  for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
    const cannot = (event) => {
      if (!event.cancelable) event.preventDefault = () => {};
    };
    canvas.addEventListener(type, cannot, { capture: true, passive: true });
  }

  // macroquad asks for a frame when a key goes down, and not when it goes up
  window.addEventListener("keyup", () => frames.now());

  // the facts have the fragment of the address, which the program changes
  bridge.send(facts(server, kept, first));
  const showRoute = createHistory(hear);
  watchInsets(document.getElementById("insets"), hear);
  const setLoses = watchLeaving(hear, frames.flush);
  exports.main(0, 0);
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
