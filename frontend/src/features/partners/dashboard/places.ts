import { siteConfig } from "@/lib/site-config";

/** A location as people call it; a code that is no longer offered stays as it is. */
export function placeName(code: string): string {
  return siteConfig().locations.find((place) => place.code === code)?.name ?? code;
}
