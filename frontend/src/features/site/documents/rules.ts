import { paths } from "@/config/paths";

const legal: readonly string[] = [paths.terms, paths.privacy];

/**
 * Where "back" leads from a legal page: the 'from' of its address, else the page that the visitor left inside the
 * app, else the one of this site that the browser names; never a legal page or another site; else home.
 */
export function backTarget(
  search: string,
  left: string | undefined,
  referrer: string,
  origin: string,
): string {
  const from = new URLSearchParams(search).get("from");
  return own(from, origin) ?? own(left ?? null, origin) ?? own(referrer, origin) ?? paths.home;
}

function own(text: string | null, origin: string): string | null {
  if (!text) return null;
  let address: URL;
  try {
    address = new URL(text, origin);
  } catch {
    return null;
  }
  // "/.//evil.example" is of this origin; what is left of it, "//evil.example", would not be.
  if (address.origin !== origin || address.pathname.startsWith("//")) return null;
  if (legal.includes(address.pathname)) return null;
  return address.pathname + address.search;
}
