// The workers that think for the program. A worker does one work at a time, and stays for the next one.

// `module` is the compiled program; `hear(message)` receives what is found.
export function createWorkers(module, hear) {
  const idle = [];
  // the worker of each work that is not done, by the number of the work
  const busy = new Map();

  function start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ module });
    return worker;
  }

  function begin(work) {
    const worker = idle.pop() ?? start();
    const { number } = work;
    const began = performance.now();
    let answered = false;
    busy.set(number, worker);
    const end = (message) => {
      // a work that was ended finds nothing more
      if (busy.delete(number)) hear(message);
    };
    worker.onmessage = ({ data }) => {
      if (data.done) {
        idle.push(worker);
        if (!answered) end({ kind: "work-failed", number });
        return;
      }
      const { kind, found } = data.message;
      if (kind === "found" && found.line) {
        if (busy.has(number)) hear(data.message);
        return;
      }
      answered = true;
      // the worker is done; ending the work must not end the worker's next one
      if (busy.has(number)) busy.set(number, null);
      setTimeout(() => end(data.message), Math.max(0, (work.leastMs ?? 0) - (performance.now() - began)));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      console.error("a worker failed:", event.message);
      worker.terminate();
      end({ kind: "work-failed", number });
    };
    worker.postMessage({ work });
  }

  function end(number) {
    busy.get(number)?.terminate();
    busy.delete(number);
  }

  return { begin, end };
}
