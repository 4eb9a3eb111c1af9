// Tests when the page asks for notifications, and how it shows them: client/web/page/notifications.js. scripts/test-web scripts.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { createNotifications } from "../../client/web/page/notifications.js";

/** A browser with this permission, whose user answers a question so. A phone shows notifications of workers only. */
function browser({ permission, answer = permission, focused = false, worker = true, isPhone = true }) {
  const world = { asked: 0, shown: [], heard: [] };
  class Notification {
    static permission = permission;
    static async requestPermission() {
      world.asked += 1;
      Notification.permission = answer;
      return answer;
    }
    constructor(title, { body }) {
      if (isPhone) throw new TypeError("Illegal constructor");
      world.shown.push(["page", title, body]);
    }
  }
  const registration = { active: {}, showNotification: async (title, { body }) => world.shown.push(["worker", title, body]) };
  const globals = {
    Notification,
    window: { Notification },
    document: { hasFocus: () => focused },
    navigator: { serviceWorker: { getRegistration: async () => (worker ? registration : undefined) } },
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return Object.assign(world, createNotifications(({ kind }) => world.heard.push(kind)));
}

test("the user is asked when they turn notifications on, and never otherwise", async () => {
  const world = browser({ permission: "default", answer: "granted" });
  await world.show("Chuhe", "Your turn");
  assert.deepEqual([world.asked, world.shown], [0, []]);
  await world.allow();
  assert.deepEqual([world.asked, world.heard], [1, []]);
  await world.show("Chuhe", "Your turn");
  assert.deepEqual(world.shown, [["worker", "Chuhe", "Your turn"]]);
  const refused = browser({ permission: "default", answer: "denied" });
  await refused.allow();
  assert.deepEqual(refused.heard, ["notifications-refused"]);
});

test("nothing is shown to a user who sees the page, and a browser that refuses breaks nothing", async () => {
  const seen = browser({ permission: "granted", focused: true });
  await seen.show("Chuhe", "Your turn");
  assert.deepEqual(seen.shown, []);
  const warned = mock.method(console, "warn", () => {});
  const phone = browser({ permission: "granted", worker: false });
  await phone.show("Chuhe", "Your turn");
  assert.deepEqual([phone.shown, warned.mock.callCount()], [[], 1]);
  const desktop = browser({ permission: "granted", worker: false, isPhone: false });
  await desktop.show("Chuhe", "Your turn");
  assert.deepEqual(desktop.shown, [["page", "Chuhe", "Your turn"]]);
});
