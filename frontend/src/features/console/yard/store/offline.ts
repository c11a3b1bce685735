/**
 * Makes the yard start without a network: a worker keeps this page and the files that it has loaded. It answers for
 * nothing else of the site; its address and scope are public/yard-worker.js.
 */
export async function keepPageOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("/yard-worker.js", { scope: "/admin/yard" });
  await navigator.serviceWorker.ready;
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && isFile(pathname))
    .map(({ href }) => href);
  registration.active?.postMessage({ keep: files });
}

function isFile(pathname: string): boolean {
  return /^\/(assets|illustrations)\//.test(pathname) || pathname === "/brand.css";
}
