import { siteConfig } from "./site-config";
import { localStore } from "./storage";

/** Languages of the site in its addresses, as the server has them (platform/src/abano/site/pages/routes.py). */

const key = "abano_language";

/** What addresses in a language begin with: nothing in the company's first, else such as /ka. */
export function prefixOf(language: string): string {
  return language === siteConfig().tenant.languages[0] ? "" : `/${language.toLowerCase()}`;
}

/** The path of an address without the prefix of a language: what the router and the table of pages know. */
export function routeOf(
  pathname: string,
  languages: readonly string[] = siteConfig().tenant.languages,
): string {
  const [, head = "", rest = ""] = /^\/([^/]*)(.*)$/s.exec(pathname) ?? [];
  return languages.some((language) => language.toLowerCase() === head.toLowerCase()) ? rest || "/" : pathname;
}

/** The visitor's chosen language, when the site offers it. */
export function rememberedSiteLanguage(): string | null {
  const known = localStore.get(key);
  return siteConfig().tenant.languages.find((language) => language === known) ?? null;
}

export function rememberSiteLanguage(language: string): void {
  localStore.set(key, language);
}
