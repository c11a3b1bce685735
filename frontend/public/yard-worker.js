// Keeps the yard's page and its files for a start without a network. Its scope is /admin/yard: no other page of the
// site is answered by it, and no call of the API. The page has no personal data in it; what it shows is in IndexedDB.
const cacheName = "abano_yard_1";
const page = "/admin/yard";
const isFile = (pathname) => /^\/(assets|drawings|media)\//.test(pathname) || pathname === "/brand.css";

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("abano_yard_") && name !== cacheName) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

// The page says which files it has loaded: those are kept, and files of an older version go.
self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data.keep));
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(networkFirst(event.request));
  else if (isFile(pathname)) event.respondWith(cacheFirst(event.request));
});

async function keep(files) {
  const cache = await caches.open(cacheName);
  const wanted = new Set([...files, new URL(page, self.location.origin).href]);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(
    [...wanted].filter((url) => !there.has(url)).map((url) => cache.add(url).catch(() => undefined)),
  );
  if (!navigator.onLine) return;
  await Promise.all([...there].filter((url) => !wanted.has(url)).map((url) => cache.delete(url)));
}

async function networkFirst(request) {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await cache.put(page, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(page, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function cacheFirst(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}
