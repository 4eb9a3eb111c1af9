// Keeps the page for play without a network. The parts of one build have the hash of their content in their
// names; this file lists them, so it differs from build to build, and the browser installs the new one.

// filled in when the page is put together
const BUILD = "BUILD_NAME";
const PARTS = ["BUILD_PARTS"];

const CACHE = `chuhe-${BUILD}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const isNew = !(await caches.has(CACHE));
    const cache = await caches.open(CACHE);
    try {
      await cache.addAll(PARTS.map((part) => new Request(part, { cache: "no-cache" })));
    } catch (error) {
      // an empty cache would count as the build before
      if (isNew) await caches.delete(CACHE);
      throw error;
    }
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    // a page of the build before may still be open, and fetches its sounds and workers when it needs them
    const before = (await caches.keys()).filter((name) => name.startsWith("chuhe-") && name !== CACHE);
    for (const name of before.slice(0, -1)) await caches.delete(name);
    await self.clients.claim();
  })());
});

// Whoever clicks a notification wants to see the page, which may be hidden or closed.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = pages.find((page) => page.focused) ?? pages[0];
    await (page ? page.focus() : self.clients.openWindow("./"));
  })());
});

// The page itself comes from the network while there is one, so that no old page meets a new server. A part
// with a hash never changes, so the kept one is as good. Everything else is the server's.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(newest(request));
  else if (/\.[0-9a-f]{16}\.\w+$/.test(new URL(request.url).pathname)) event.respondWith(kept(request));
});

async function newest(request) {
  // of this build, not of the one before
  const ours = async () => (await caches.open(CACHE)).match("./", { ignoreSearch: true });
  try {
    const answer = await fetch(request);
    // a proxy answers for a server that is down
    return answer.status >= 500 ? ((await ours()) ?? answer) : answer;
  } catch (error) {
    const page = await ours();
    if (page) return page;
    throw error;
  }
}

// A slice of the font is kept once it was needed.
async function kept(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
