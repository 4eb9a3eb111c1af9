// Keeps the page for play without a network. The parts of one build have the hash of their content in their
// names; this file lists them, so it differs from build to build, and the browser installs the new one.

// filled in when the page is put together
const BUILD = "BUILD_NAME";
const PARTS = ["BUILD_PARTS"];

const CACHE = `chuhe-${BUILD}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(PARTS.map((part) => new Request(part, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("chuhe-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
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
  try {
    return await fetch(request);
  } catch (error) {
    const page = await caches.match("./", { ignoreSearch: true });
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
