// What the page shows before the program does: the progress, and in plain words what is wrong.

import { texts } from "./texts.js";

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

export function createStart(section) {
  const [tag, text] = chosen();
  const progress = section.querySelector("progress");
  const message = section.querySelector("p");
  const again = section.querySelector("button");
  document.documentElement.lang = tag;
  message.textContent = text.loading;
  again.textContent = text.again;
  again.addEventListener("click", () => location.reload());

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
    return WebAssembly.compileStreaming(new Response(counted, { headers: { "content-type": "application/wasm" } }));
  }

  // the program draws; `warning` is the name of a text that the user should read
  function finish(warning) {
    if (!warning) {
      section.hidden = true;
      return;
    }
    show(warning);
    again.textContent = text.continue;
    again.addEventListener("click", (event) => {
      event.stopImmediatePropagation();
      section.hidden = true;
    }, { capture: true });
  }

  function show(name) {
    section.hidden = false;
    progress.hidden = true;
    message.textContent = text[name] ?? text.failed;
    section.dataset.failure = name;
    again.hidden = false;
  }

  function fail(error) {
    console.error(error);
    show(error instanceof Failure ? error.message : "failed");
  }

  // the page is older than the server; loading it again once brings the newer one
  function reload() {
    show("old");
    const last = Number(sessionStorage.getItem("chuhe-reloaded") ?? 0);
    if (Date.now() - last < 60_000) return;
    sessionStorage.setItem("chuhe-reloaded", String(Date.now()));
    location.reload();
  }

  return { compile, finish, fail, reload };
}
