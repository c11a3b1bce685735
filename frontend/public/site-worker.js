// Keeps the public site for a tunnel: its pages, files and texts, nothing of a person. The network always comes first;
// a page from here carries the moment at which it was fetched, and says that its prices are of then. The console, a
// customer's own booking, payments and all calls but those below are not answered here.
const cacheName = "abano_site_1";
const keptAt = "x-abano-kept-at";
const patience = 6000;
const personal = /^(\/[a-z]{2,3}(-[a-z]+)?)?\/(admin|embed|my-booking|payment|affiliate-[a-z-]+)(\/|$)/i;
const isFile = (path) => /^\/(assets|media|app-icon)\//.test(path) || path === "/brand.css";
const isText = (path) => path === "/api/quiz/definition" || path.startsWith("/api/site/documents/");

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("abano_site_") && name !== cacheName) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

// The page names what it has loaded before the worker was there, and what it will need.
self.addEventListener("message", (event) => event.waitUntil(keep(event.data.keep, event.data.pages)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!personal.test(pathname) && !pathname.startsWith("/api/") && !searchParams.has("preview")) {
      event.respondWith(page(request, pathname));
    }
  } else if (isFile(pathname)) event.respondWith(file(request));
  else if (isText(pathname)) event.respondWith(text(request));
});

async function keep(files, pages) {
  const cache = await caches.open(cacheName);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...new Set(files.map((url) => new URL(url, self.location.origin)))].filter(
    ({ href, origin, pathname }) => origin === self.location.origin && isFile(pathname) && !there.has(href),
  );
  await Promise.all(missing.map(({ href }) => cache.add(href).catch(() => undefined)));
  // Last: a page that is kept has its files.
  for (const path of pages) {
    if (personal.test(path) || (await cache.match(path))) continue;
    const answer = await fetch(path).catch(() => undefined);
    if (answer && isKeepable(answer)) await keepPage(cache, path, answer);
  }
}

// Without the query: it may name a click or a visit, and the page is the same.
async function page(request, pathname) {
  const cache = await caches.open(cacheName);
  const kept = async () => (await cache.match(pathname)) ?? (await cache.match(homeOf(pathname)));
  const asked = fetch(request).then(async (answer) => {
    if (isKeepable(answer)) await keepPage(cache, pathname, answer.clone());
    return answer;
  });
  const stale = await kept();
  if (!stale) return asked;
  // What is still on its way is kept when it comes.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late()]);
  } catch {
    return marked(stale);
  }
}

const isKeepable = (answer) =>
  answer.ok && !answer.redirected && answer.headers.get("cache-control") !== "no-store";

const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error("late")), patience));

function homeOf(pathname) {
  const [, first = ""] = pathname.split("/");
  return /^[a-z]{2}$/.test(first) ? `/${first}/` : "/";
}

async function keepPage(cache, pathname, answer) {
  const html = await answer.text();
  await dropOldFiles(cache, html);
  const headers = new Headers(answer.headers);
  headers.set(keptAt, new Date().toISOString());
  // The body is plain now, whatever it came as.
  headers.delete("content-encoding");
  headers.delete("content-length");
  await cache.put(pathname, new Response(html, { headers }));
}

// Another release has another entry script: pages and files of the one before go together.
async function dropOldFiles(cache, html) {
  const entry = html.match(/src="(\/assets\/index-[^"]+\.js)"/)?.[1];
  if (!entry) return;
  const known = await cache.match("/assets/entry-of-the-release");
  const before = await known?.text();
  if (before === entry) return;
  for (const request of before ? await cache.keys() : []) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/assets/") || !isFile(pathname)) await cache.delete(request);
  }
  await cache.put("/assets/entry-of-the-release", new Response(entry));
}

// The page reads from its first element since when it is kept.
async function marked(stale) {
  const html = await stale.text();
  const moment = stale.headers.get(keptAt) ?? "";
  return new Response(html.replace("<html", `<html data-kept="${moment}"`), { headers: stale.headers });
}

async function file(request) {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url, { ignoreVary: true });
  const { pathname } = new URL(request.url);
  // Names of built files carry a digest; pictures may change under theirs.
  if (kept && pathname.startsWith("/assets/")) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200) await cache.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function text(request) {
  const cache = await caches.open(cacheName);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request.url, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}
