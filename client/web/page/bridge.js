// The functions through which the page and a program talk, and the clock. `client/page/src/lib.rs` is the program's
// side: each message is a JSON text, and bytes that may be empty.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Half of a character is none in UTF-8, and the program would not read the message. The pattern finds no whole ones.
const wellFormed = (_, value) => (typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value);

// Makes the functions that the program imports. `memory()` returns its memory; `told(message, bytes)`
// does what the program says, and returns false if that failed. The bytes are the program's memory: keep
// a copy. `send(message, bytes)` queues a message for the program, and `begin(message)` puts the one with which it begins
// before all others.
export function createBridge(memory, told) {
  const waiting = [];

  function chuhe_tell(text, textLength, bytes, length) {
    const message = JSON.parse(decoder.decode(new Uint8Array(memory().buffer, text, textLength)));
    return told(message, new Uint8Array(memory().buffer, bytes, length)) === false ? 0 : 1;
  }

  function chuhe_hear(buffer, length) {
    if (waiting.length === 0) return 0;
    const next = waiting[0];
    if (length >= next.length) {
      new Uint8Array(memory().buffer, buffer, length).set(next);
      waiting.shift();
    }
    return next.length;
  }

  function encoded(message, bytes) {
    const text = encoder.encode(JSON.stringify(message, wellFormed));
    const whole = new Uint8Array(4 + text.length + bytes.length);
    new DataView(whole.buffer).setUint32(0, text.length, true);
    whole.set(text, 4);
    whole.set(bytes, 4 + text.length);
    return whole;
  }

  const send = (message, bytes = new Uint8Array(0)) => void waiting.push(encoded(message, bytes));
  const begin = (message) => void waiting.unshift(encoded(message, new Uint8Array(0)));

  return { imports: { chuhe_tell, chuhe_hear, chuhe_now: () => performance.now() }, send, begin };
}

// Adds a function for each import that the object lacks, so that a program can run without a window.
export function addMissing(module, environment) {
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === "env") environment[name] ??= () => 0;
  }
}
