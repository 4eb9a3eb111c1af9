// Runs the program once for each work, without a window.

import { addMissing, createBridge } from "./bridge.js";

let started;

async function start(module) {
  const parts = {};
  const bridge = createBridge(() => parts.memory, (message) => {
    postMessage({ message });
  });
  const env = {
    ...bridge.imports,
    now: () => Date.now() / 1000,
    console_log: (text) => console.error(textAt(parts.memory, text)),
  };
  addMissing(module, env);
  const { exports } = await WebAssembly.instantiate(module, { env });
  parts.memory = exports.memory;
  return { bridge, main: exports.main };
}

function textAt(memory, at) {
  const bytes = new Uint8Array(memory.buffer, at);
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

onmessage = async ({ data }) => {
  if (data.module) {
    started = start(data.module);
    return;
  }
  const { bridge, main } = await started;
  bridge.send({ kind: "work", work: data.work });
  main(0, 0);
  postMessage({ done: true });
};
