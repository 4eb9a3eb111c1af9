// What the page shows before the program does: the progress, and in plain words what is wrong.

import { texts } from "./texts.js";

// How long the page is not loaded again by itself after it was, in milliseconds.
const RELOAD_MS = 60_000;

// What the button under a warning says, by the name of the warning: what the user goes on to do.
const GO_ON = {
  unreadable: "continue", "is-old": "continue", "no-storage": "continue", "full-storage": "continue", "no-websocket": "alone", blocked: "alone",
};

// Why the program cannot run, by the name of its text.
export class Failure extends Error {}

export function createStart(section, canvas) {
  // language.js has chosen it
  const text = texts[document.documentElement.lang];
  const progress = section.querySelector("#progress");
  const restProgress = document.getElementById("rest");
  const message = section.querySelector("#message");
  const button = section.querySelector("#again");
  const retryButton = section.querySelector("#retry");
  // what the user is to read before the program goes on, by the names of the texts
  const warnings = [];
  let shown = null;
  let goesOn = false;
  // what else the user may do about a warning, by its name
  const retries = {};
  message.textContent = text.loading;
  button.addEventListener("click", () => {
    if (goesOn) goOn();
    else location.reload();
  });
  retryButton.addEventListener("click", () => {
    const retry = retries[shown];
    goOn();
    retry();
  });

  function goOn() {
    if (warnings.length > 0) return show(warnings.shift());
    section.hidden = true;
    canvas.focus();
  }

  // fetches and compiles a part of the program while the progress is shown
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
        (section.hidden ? restProgress : progress).value = read / bytes;
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

  // the first screen is there, and the rest of the program is not
  function showsRest(isMissing) {
    restProgress.hidden = !isMissing;
  }

  // the program goes on once the user has read this; `retry` does again what has failed, if the user likes
  function warn(name, retry) {
    retries[name] = retry;
    const isShown = !section.hidden && goesOn && shown === name;
    if (isShown || warnings.includes(name)) return;
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
    retryButton.textContent = text.retry;
    retryButton.hidden = !(goesOn && retries[name]);
    (retryButton.hidden ? button : retryButton).focus();
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

  return { compile, finish, showsRest, warn, settle, fail, reload };
}
