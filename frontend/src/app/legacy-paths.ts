/**
 * Addresses of the site before this one. The server redirects them as well, for those who arrive from outside; the
 * two lists are compared by a test.
 */
export const legacyPaths: ReadonlySet<string> = new Set([
  "{hash}",
  "tbilisi-airport-car-rental",
  "affordable-car-rental-kutaisi",
  "kutaisi-airport-car-rental",
  "batumi-car-rental",
  "batumi-airport-car-rental",
  "gudauri-car-rental",
  "kutaisi-car-hire",
  "car-hire-tbilisi",
  "lada-niva-rental-tbilisi",
  "rent-car-tbilisi-to-yerevan",
  "car-rental-tbilisi-duplicate",
  "kutaisi-airport-car-rental-duplicate",
  "about-us-rental-cars",
  "duplicated-homepage",
  "contact",
  "car-rental-tbilisi-airport",
  "car-rental-kutaisi",
  "car-rental-with-driver",
  "ru",
  "gallery-car-rental-tbilisi",
  "shop",
]);

const legacyPatterns = [
  // The old shop's permanent links: one segment that is a hexadecimal digest, with at least one digit in it.
  /^(?=[a-f]*[0-9])[0-9a-f]{8,64}$/i,
  /^car\/[^/]+$/i,
  /^why-.*is-the-1-choice$/i,
];

/** Whether an address is one that moved to the home page. */
export function isLegacy(pathname: string): boolean {
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return false;
  }
  name = name.replace(/^\/+|\/+$/g, "").toLowerCase();
  return legacyPaths.has(name) || legacyPatterns.some((pattern) => pattern.test(name));
}

/** Where /car-rental-tbilisi leads: home with query and hash, or nowhere when the hash speaks of a click id. */
export function landingTarget(search: string, hash: string): string | null {
  return /gclid|gbraid|wbraid|click.?id/i.test(hash) ? null : `/${search}${hash}`;
}
