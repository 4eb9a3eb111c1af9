// Tests when the page makes the context of its sounds: client/web/page/sounds.js. scripts/test-web scripts.

import assert from "node:assert/strict";
import test from "node:test";
import { createSounds } from "../../client/web/page/sounds.js";

/** A browser that counts the contexts; one made before the user has acted is a warning. An old one does not say when that is. */
function browser({ isOld = false } = {}) {
  const world = { contexts: 0, warnings: 0, hasBeenActive: false };
  class AudioContext {
    constructor() {
      world.contexts += 1;
      if (!world.hasBeenActive) world.warnings += 1;
      this.state = world.hasBeenActive ? "running" : "suspended";
    }
    async resume() {
      if (world.hasBeenActive) this.state = "running";
    }
  }
  const navigator = isOld ? {} : { userActivation: { get hasBeenActive() { return world.hasBeenActive; } } };
  const globals = { AudioContext, navigator, window: new EventTarget() };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  createSounds({});
  world.happens = (type, values) => window.dispatchEvent(Object.assign(new Event(type), values));
  return world;
}

for (const isOld of [false, true]) {
  const name = isOld ? "an old browser" : "a browser";
  test(`${name} makes the context when a finger is lifted, and not when it is put down`, () => {
    const world = browser({ isOld });
    world.happens("pointerdown", { pointerType: "touch" });
    assert.deepEqual([world.contexts, world.warnings], [0, 0]);
    world.hasBeenActive = true;
    world.happens("pointerup", { pointerType: "touch" });
    world.happens("touchend");
    world.happens("pointerdown", { pointerType: "touch" });
    assert.deepEqual([world.contexts, world.warnings], [1, 0]);
  });

  test(`${name} makes the context when a mouse or a key is pressed`, () => {
    for (const [type, values] of [["pointerdown", { pointerType: "mouse" }], ["keydown", {}]]) {
      const world = browser({ isOld });
      world.hasBeenActive = true;
      world.happens(type, values);
      assert.deepEqual([world.contexts, world.warnings], [1, 0], type);
    }
  });
}

test("a key that allows no sound makes no context", () => {
  const world = browser();
  world.happens("keydown", { key: "Escape" });
  assert.deepEqual([world.contexts, world.warnings], [0, 0]);
});
