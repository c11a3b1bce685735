import { paths } from "@/config/paths";
import { routeOf } from "@/lib/languages";

const legal: readonly string[] = [paths.terms, paths.privacy];

/** The published version that an address asks for; undefined for today's text. */
export function askedVersion(search: string): number | undefined {
  const version = Number(new URLSearchParams(search).get("version"));
  return Number.isInteger(version) && version > 0 ? version : undefined;
}

/**
 * Where "back" leads from a legal page: the 'from' of its address, else the page that the visitor left inside the
 * app, else the one of this site that the browser names; never a legal page or another site; else home.
 */
export function backTarget(
  search: string,
  left: string | undefined,
  referrer: string,
  origin: string,
  languages: readonly string[],
): string {
  const from = new URLSearchParams(search).get("from");
  const found = [from, left, referrer].map((text) => own(text, origin, languages));
  return found.find((route) => route !== null) ?? paths.home;
}

/** The route of a URL of this site in any language; the reader stays in the current language. */
function own(text: string | null | undefined, origin: string, languages: readonly string[]): string | null {
  if (!text) return null;
  let address: URL;
  try {
    address = new URL(text, origin);
  } catch {
    return null;
  }
  // "/.//evil.example" is of this origin; what is left of it, "//evil.example", would not be.
  if (address.origin !== origin || address.pathname.startsWith("//")) return null;
  const route = routeOf(address.pathname, languages);
  if (route.startsWith("//") || legal.includes(route)) return null;
  return route + address.search;
}
