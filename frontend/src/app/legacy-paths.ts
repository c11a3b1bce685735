import { legacy } from "../../../platform/src/abano/site/routes.json";

const names: ReadonlySet<string> = new Set(legacy.paths);
const patterns = legacy.patterns.map((pattern) => new RegExp(`^(?:${pattern})$`, "i"));

/** Whether an address is one that moved to the home page. The server redirects those who arrive from outside. */
export function isLegacy(pathname: string): boolean {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return false;
  }
  name = name.replace(/^\/+|\/+$/g, "").toLowerCase();
  return names.has(name) || patterns.some((pattern) => pattern.test(name));
}

/** Where the old landing page leads: home with query and hash, or nowhere when the hash speaks of a click id. */
export function landingTarget(search: string, hash: string): string | null {
  return /gclid|gbraid|wbraid|click.?id/i.test(hash) ? null : `/${search}${hash}`;
}
