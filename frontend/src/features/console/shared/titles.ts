import { useEffect, useLayoutEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { siteConfig } from "@/lib/site-config";
import { console as admin } from "../../../../../platform/src/abano/site/routes.json";

/** Every page of the console, as a tab of the browser calls it. The first that matches counts. */
const pages = Object.values(admin);

/** What a page of the console is called, without the company; undefined for an address that has no page. */
export function titleOf(pathname: string): string | undefined {
  return pages.find(({ path }) => matchPath(path, pathname))?.title;
}

function show(...parts: (string | undefined)[]): void {
  document.title = [...parts, siteConfig().tenant.name].filter(Boolean).join(" · ");
}

/** Names the page in the browser's tab: for the frames of the console, before the page itself may say more. */
export function useConsoleTitle(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => show(titleOf(pathname)), [pathname]);
}

/** Names what the page shows, once it is known: K7M-4QXD · Booking · the company. */
export function useObjectTitle(name: string | undefined): void {
  const { pathname } = useLocation();
  // After the frame's own, whether the page was here already or comes with it.
  useEffect(() => {
    if (name) show(name, titleOf(pathname));
  }, [name, pathname]);
}
