import { siteConfig } from "@/lib/site-config";

let shown = window.location.pathname;

/** Keeps the head true when the visitor moves within the app. The server wrote it for the first page. */
export function showPageHead(pathname: string): void {
  // The console names its pages itself: its names are no load for visitors.
  if (pathname === shown || pathname.startsWith("/admin")) return;
  shown = pathname;
  const { contacts, pages, tenant } = siteConfig();
  const page = pages.find(({ path }) => path === pathname);
  const title = page?.title ?? tenant.name;
  document.title = title.includes(tenant.name) ? title : `${title} | ${tenant.name}`;
  const address = contacts.publicOrigin + pathname;
  document.querySelector('link[rel="canonical"]')?.setAttribute("href", address);
  document.querySelector('meta[property="og:url"]')?.setAttribute("content", address);
  if (page) document.querySelector('meta[name="description"]')?.setAttribute("content", page.description);
}
