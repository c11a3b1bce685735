import { paths } from "@/config/paths";
import { savesData } from "@/lib/preferences";
import { siteConfig } from "@/lib/site-config";

/** Written by build/first-load.ts: `later` is what a page loads once it is there. */
interface FirstLoad {
  afterPaint: string;
  routes: Record<string, string[]>;
  later: Record<string, string[]>;
  catalogues: Record<string, Record<string, string[]>>;
}

/**
 * Makes the site start in a tunnel, by the worker in public/site-worker.js: it keeps what this page has loaded, and
 * the code of the booking form and the quiz. Who saves data, or has a slow line, keeps only what was loaded anyway.
 */
export async function keepSiteOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("/site-worker.js", { scope: "/" });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) return;
  await isActive(worker);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { pathPrefix } = siteConfig().tenant;
  const isSaving = savesData();
  const pages = [
    window.location.pathname,
    ...(isSaving ? [] : [`${pathPrefix}/`, pathPrefix + paths.booking]),
  ];
  worker.postMessage({ keep: [...loaded, ...(isSaving ? [] : await ahead())], pages });
}

async function ahead(): Promise<string[]> {
  try {
    const answer = await fetch("/first-load.json");
    const { afterPaint, routes, later, catalogues } = (await answer.json()) as FirstLoad;
    const texts = catalogues[siteConfig().tenant.language] ?? {};
    const code = [paths.home, paths.booking, paths.thankYou].flatMap((path) => [
      ...(routes[path] ?? []),
      ...(later[path] ?? []),
    ]);
    return [afterPaint, ...code, ...Object.values(texts).flat()];
  } catch {
    return [];
  }
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
