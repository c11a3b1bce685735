import { paths } from "@/config/paths";
import { siteConfig } from "@/lib/site-config";

const unknown = "/404";
let shown = window.location.pathname;

/** Keeps the head true when the visitor moves within the app. The server wrote it for the first page. */
export function showPageHead(pathname: string): void {
  // The console names its pages itself.
  if (pathname === shown || pathname.startsWith(paths.admin.home)) return;
  shown = pathname;
  const { contacts, pages } = siteConfig();
  const page = pages.find(({ path }) => path === pathname) ?? pages.find(({ path }) => path === unknown);
  if (!page) return;
  document.title = page.title;
  document.querySelector('meta[name="description"]')?.setAttribute("content", page.description);
  const address = contacts.publicOrigin + (page.path === unknown ? pathname : page.canonical);
  document.querySelector('link[rel="canonical"]')?.setAttribute("href", address);
  document.querySelector('meta[property="og:url"]')?.setAttribute("content", address);
}
