// Tests that the program takes one step at a time, and starts over when one was stopped: client/web/page/steps.js. scripts/test-web scripts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as later } from "node:timers/promises";
import vm from "node:vm";
import { createSteps } from "../../client/web/page/steps.js";

test("a step within another one is not taken, and the next one is", async () => {
  const taken = [];
  const steps = createSteps(() => taken.push("over"));
  steps.take(() => {
    taken.push("outer");
    assert.equal(steps.mayBegin(), false);
    steps.take(() => taken.push("inner"));
  });
  await later(1);
  steps.take(() => taken.push("next"));
  assert.deepEqual(taken, ["outer", "next"]);
});

test("after a step that fails, the next one is taken", () => {
  const steps = createSteps(() => assert.fail("nothing was stopped"));
  assert.throws(() => steps.take(() => { throw new Error("a fault"); }), /a fault/);
  let isTaken = false;
  steps.take(() => (isTaken = true));
  assert.ok(isTaken);
});

test("a program that was stopped in the middle of a step starts over", async () => {
  let count = 0;
  const steps = createSteps(() => (count += 1));
  // nothing can catch the end of the time, as nothing can catch what Firefox does while it leaves a page
  const stuck = () => vm.runInNewContext("steps.take(() => { for (;;); })", { steps }, { timeout: 20 });
  // on a busy machine the time may end before the step begins
  do {
    assert.throws(stuck, /timed out/);
  } while (steps.mayBegin());
  steps.take(() => assert.fail("the program is in the middle of a step"));
  steps.take(() => assert.fail("the program is in the middle of a step"));
  await later(1);
  assert.equal(count, 1);
});
