// What the page shows before the program does: the progress, and in plain words what is wrong.

import { texts } from "./texts.js";

// How long the page is not loaded again by itself after it was, in milliseconds.
const RELOAD_MS = 60_000;

// What the button under a warning says, by the name of the warning: what the user goes on to do.
const GO_ON = { unreadable: "continue", "no-storage": "continue", "full-storage": "continue", "no-websocket": "alone", blocked: "alone" };

// Why the program cannot run, by the name of its text.
export class Failure extends Error {}

// The texts in the user's language.
function chosen() {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const tag = wanted.toLowerCase();
    if (tag.startsWith("zh")) return /hant|tw|hk|mo/.test(tag) ? ["zh-Hant", texts["zh-Hant"]] : ["zh-Hans", texts["zh-Hans"]];
    if (tag.startsWith("vi")) return ["vi", texts.vi];
    if (tag.startsWith("en")) return ["en", texts.en];
  }
  return ["en", texts.en];
}

export function createStart(section, canvas) {
  const [tag, text] = chosen();
  const progress = section.querySelector("progress");
  const message = section.querySelector("p");
  const button = section.querySelector("button");
  // what the user is to read before the program goes on, by the names of the texts
  const warnings = [];
  let shown = null;
  let goesOn = false;
  document.documentElement.lang = tag;
  message.textContent = text.loading;
  button.addEventListener("click", () => {
    if (goesOn) goOn();
    else location.reload();
  });

  function goOn() {
    if (warnings.length > 0) return show(warnings.shift());
    section.hidden = true;
    canvas.focus();
  }

  // fetches and compiles the program while the progress is shown
  async function compile({ path, bytes }) {
    let answer;
    try {
      answer = await fetch(path);
    } catch {
      throw new Failure("no-answer");
    }
    if (!answer.ok) throw new Failure("no-program");
    let read = 0;
    const counted = answer.body.pipeThrough(new TransformStream({
      transform(part, controller) {
        read += part.length;
        progress.value = read / bytes;
        controller.enqueue(part);
      },
    }));
    try {
      return await WebAssembly.compileStreaming(new Response(counted, { headers: { "content-type": "application/wasm" } }));
    } catch (error) {
      if (error instanceof WebAssembly.CompileError) throw error;
      // the connection broke before all of it was here
      console.error(error);
      throw new Failure("no-answer");
    }
  }

  // the program draws
  function finish(names) {
    section.hidden = true;
    for (const name of [...names, ...warnings.splice(0)]) warn(name);
  }

  // the program goes on once the user has read this
  function warn(name) {
    if (section.hidden) {
      goesOn = true;
      show(name);
    } else warnings.push(name);
  }

  // what the user was warned of is over
  function settle(name) {
    const waiting = warnings.indexOf(name);
    if (waiting >= 0) warnings.splice(waiting, 1);
    else if (!section.hidden && goesOn && shown === name) goOn();
  }

  function stop(name) {
    goesOn = false;
    show(name);
  }

  function show(name) {
    shown = name;
    section.hidden = false;
    progress.hidden = true;
    message.textContent = text[name] ?? text.failed;
    section.dataset.failure = name;
    button.textContent = text[goesOn ? GO_ON[name] : "again"];
    button.hidden = false;
    button.focus();
  }

  function fail(error) {
    console.error(error);
    stop(error instanceof Failure ? error.message : "failed");
  }

  // the page is older than the server; loading it again once brings the newer one
  function reload() {
    try {
      const last = Number(sessionStorage.getItem("chuhe-reloaded") ?? 0);
      if (Date.now() - last < RELOAD_MS) return stop("still-old");
      sessionStorage.setItem("chuhe-reloaded", String(Date.now()));
    } catch {
      // without storage the page would be loaded again for ever
      return stop("is-old");
    }
    stop("old");
    location.reload();
  }

  return { compile, finish, warn, settle, fail, reload };
}
