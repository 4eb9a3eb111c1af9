// Runs the program of the workers once for each work.

import { createBridge } from "./bridge.js";

let started;

async function start(module) {
  const parts = {};
  const bridge = createBridge(() => parts.memory, (message, bytes) => {
    postMessage({ message, bytes: bytes.slice() });
  });
  const { exports } = await WebAssembly.instantiate(module, { env: bridge.imports });
  parts.memory = exports.memory;
  return { bridge, main: exports.main };
}

onmessage = async ({ data }) => {
  if (data.module) {
    started = start(data.module);
    return;
  }
  const { bridge, main } = await started;
  bridge.send({ kind: "work", number: data.number }, data.work);
  main(0, 0);
  postMessage({ done: true });
};
