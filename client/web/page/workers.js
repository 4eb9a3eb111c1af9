// The workers that think for the program. A worker does one work at a time, and stays for the next one.

// `path` is the program of the workers, fetched for the first work; `hear(message, bytes)` receives what is found.
// A work has a number, the least time until its result is passed on (`leastMs`), and `bytes`, which describe it.
// `missing()` is called if the server does not have this program.
export function createWorkers(path, hear, missing) {
  const idle = [];
  // the works that are not done, by their numbers
  const busy = new Map();
  let compiled = null;

  async function compile() {
    const answer = await fetch(path);
    if (answer.status === 404) missing();
    return WebAssembly.compileStreaming(answer);
  }

  async function start() {
    compiled ??= compile();
    let module;
    try {
      module = await compiled;
    } catch (error) {
      // the next work tries again
      compiled = null;
      throw error;
    }
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ module });
    return worker;
  }

  async function begin(work) {
    const begun = { work, began: performance.now(), worker: null };
    busy.set(work.number, begun);
    let worker;
    try {
      worker = idle.pop() ?? (await start());
    } catch (error) {
      fail(begun, error);
      return;
    }
    if (isWanted(begun)) pass(begun, worker);
    else idle.push(worker);
  }

  // a work that was ended finds nothing more
  function isWanted(begun) {
    return busy.get(begun.work.number) === begun;
  }

  function finish(begun, message, bytes) {
    if (!isWanted(begun)) return;
    busy.delete(begun.work.number);
    hear(message, bytes);
  }

  function fail(begun, error) {
    console.error("a worker failed:", error);
    finish(begun, { kind: "work-failed", number: begun.work.number });
  }

  function pass(begun, worker) {
    const { work, began } = begun;
    let answered = false;
    begun.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.done) {
        idle.push(worker);
        if (!answered) fail(begun, "no answer");
        return;
      }
      const { message, bytes } = data;
      const found = { kind: "found", number: work.number };
      if (message.kind === "found" && !message.isLast) {
        if (isWanted(begun)) hear(found, bytes);
        return;
      }
      answered = true;
      // the worker is done; ending the work must not end the worker's next one
      begun.worker = null;
      if (message.kind !== "found") fail(begun, message.error);
      else setTimeout(() => finish(begun, found, bytes), Math.max(0, work.leastMs - (performance.now() - began)));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      // a script that could not be fetched has no message
      fail(begun, event.message ?? "its script was not loaded");
    };
    worker.postMessage({ number: work.number, work: work.bytes });
  }

  function end(number) {
    busy.get(number)?.worker?.terminate();
    busy.delete(number);
  }

  return { begin, end };
}
