import { paths } from "@/config/paths";
import { routeOf } from "@/lib/languages";
import { siteConfig } from "@/lib/site-config";

const unknown = "/404";
const first = window.location.pathname;
let shown: string | undefined;

/** Keeps the head true when the visitor moves within the app. The server wrote it for the first page. */
export function showPageHead(pathname: string): void {
  // The console names its pages itself.
  shown ??= routeOf(first);
  if (pathname === shown || pathname.startsWith(paths.admin.home)) return;
  shown = pathname;
  const { contacts, pages, tenant } = siteConfig();
  const page = pages.find(({ path }) => path === pathname) ?? pages.find(({ path }) => path === unknown);
  if (!page) return;
  document.title = page.title;
  document.querySelector('meta[name="description"]')?.setAttribute("content", page.description);
  const address =
    contacts.publicOrigin + (page.path === unknown ? tenant.pathPrefix + pathname : page.canonical);
  // Those of the first page: search engines load each page separately.
  for (const link of document.querySelectorAll('link[rel="alternate"][hreflang]')) link.remove();
  document.querySelector('link[rel="canonical"]')?.setAttribute("href", address);
  document.querySelector('meta[property="og:url"]')?.setAttribute("content", address);
}
