/**
 * Makes the yard start without a network: a worker keeps this page and the files that it has loaded. It answers for
 * nothing else of the site; its address and scope are public/yard-worker.js.
 */
export async function keepPageOffline(code: readonly Promise<unknown>[]): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  // What the forms will need is loaded now, so that it is among the files.
  await Promise.all(code);
  const registration = await navigator.serviceWorker.register("/yard-worker.js", { scope: "/admin/yard" });
  // Not by `ready`: after the sign-in the page was loaded outside of the worker's scope.
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) return;
  await isActive(worker);
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && isFile(pathname))
    .map(({ href }) => href);
  worker.postMessage({ keep: files });
}

function isActive(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    };
    worker.addEventListener("statechange", look);
    look();
  });
}

function isFile(pathname: string): boolean {
  return /^\/(assets|drawings|media)\//.test(pathname) || pathname === "/brand.css";
}
