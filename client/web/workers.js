// The workers that think for the program. A worker does one work at a time, and stays for the next one.

// `path` is the program of the workers, fetched for the first work; `hear(message)` receives what is found.
export function createWorkers(path, hear) {
  const idle = [];
  // the works that are not done, by their numbers
  const busy = new Map();
  let compiled = null;

  async function start() {
    compiled ??= WebAssembly.compileStreaming(fetch(path));
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
      console.error("no program for workers:", error);
      fail(begun);
      return;
    }
    if (isWanted(begun)) pass(begun, worker);
    else idle.push(worker);
  }

  // a work that was ended finds nothing more
  function isWanted(begun) {
    return busy.get(begun.work.number) === begun;
  }

  function finish(begun, message) {
    if (!isWanted(begun)) return;
    busy.delete(begun.work.number);
    hear(message);
  }

  function fail(begun) {
    finish(begun, { kind: "work-failed", number: begun.work.number });
  }

  function pass(begun, worker) {
    const { work, began } = begun;
    let answered = false;
    begun.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.done) {
        idle.push(worker);
        if (!answered) fail(begun);
        return;
      }
      const { kind, found } = data.message;
      if (kind === "found" && found.line) {
        if (isWanted(begun)) hear(data.message);
        return;
      }
      answered = true;
      // the worker is done; ending the work must not end the worker's next one
      begun.worker = null;
      setTimeout(() => finish(begun, data.message), Math.max(0, (work.leastMs ?? 0) - (performance.now() - began)));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      console.error("a worker failed:", event.message);
      worker.terminate();
      fail(begun);
    };
    worker.postMessage({ work });
  }

  function end(number) {
    busy.get(number)?.worker?.terminate();
    busy.delete(number);
  }

  return { begin, end };
}
