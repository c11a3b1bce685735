import { regions as countries, formats, names } from "virtual:languages";
import { type I18n, i18n, type Messages, setupI18n } from "@lingui/core";
import type { LanguageData } from "./other-formats";
import { siteConfig } from "./site-config";
import { localStore } from "./storage";

/** Texts are split by wing: a page loads the shared ones (`site`) and those of its wing. */
export type Catalogue =
  | "site"
  | "booking"
  | "booking-late"
  | "after"
  | "choosing"
  | "embed"
  | "quiz"
  | "partners"
  | "console"
  | "server";

const files = import.meta.glob<{ messages: Messages }>([
  "../locales/*/*.po",
  // Read while the front end is built, never by a browser.
  "!../locales/*/first-screens.po",
  // Of an application of its own, which loads them itself.
  "!../locales/*/sign-up.po",
]);
const loading = new Map<string, Promise<void>>();
const wanted = new Set<Catalogue>();
const key = "admin_language";
let latest = "";
const regions = new Map([["en", "en-GB"]]);

/** UI languages of the product; each has a folder of catalogs. */
export const productLanguages = [...new Set(Object.keys(files).map((file) => file.split("/")[2] ?? ""))];

/** The language of the page, as the BCP 47 primary subtag: en, ka, ru. */
export function activeLanguage(): string {
  return i18n.locale;
}

/**
 * The active language with its region, for dates and numbers: en-GB. The company sets the region of its default
 * language.
 */
export function activeLocale(): string {
  return regions.get(i18n.locale) ?? i18n.locale;
}

function load(language: string, catalogue: Catalogue): Promise<void> {
  const name = `../locales/${language}/${catalogue}.po`;
  let promise = loading.get(name);
  if (!promise) {
    promise = (files[name]?.() ?? Promise.resolve({ messages: {} }))
      .then(({ messages }) => i18n.load(language, messages))
      .catch((error: unknown) => {
        loading.delete(name);
        throw error;
      });
    loading.set(name, promise);
  }
  return promise;
}

const unknownFormats = new Map<string, LanguageData>();

/** Date and number data that the browser lacks for the active language; undefined where it is complete. */
export function activeLanguageData(): LanguageData | undefined {
  return unknownFormats.get(i18n.locale);
}

/** Country names, where the browser lacks the active language. */
export async function otherRegions(): Promise<Record<string, string> | undefined> {
  return activeLanguageData() ? (await countries[activeLanguage()]?.())?.default : undefined;
}

/** Loads the date and number data that the browser lacks for a language. */
export async function loadFormats(language = activeLanguage()): Promise<void> {
  if (unknownFormats.has(language) || Intl.DateTimeFormat.supportedLocalesOf([language]).length > 0) return;
  const data = await formats[language]?.();
  if (data) unknownFormats.set(language, data.default);
}

/** Loads texts in the active language, and again after a language switch. */
export async function loadCatalogues(...catalogues: Catalogue[]): Promise<void> {
  for (const catalogue of catalogues) wanted.add(catalogue);
  const language = activeLanguage();
  await Promise.all([loadFormats(language), ...catalogues.map((catalogue) => load(language, catalogue))]);
}

/** Languages with the company's regions: de, de-CH. */
export function knowLocales(locales: Readonly<Record<string, string>>): void {
  for (const [language, locale] of Object.entries(locales)) regions.set(language, locale);
}

/** Activates a language; routes load the texts of their pages. */
export function beginWith(language: string): void {
  i18n.load(language, {});
  i18n.activate(language);
}

const others = new Map<string, Promise<I18n>>();

/** Shared texts in a language other than the page's. */
export function textsIn(language: string): Promise<I18n> {
  const known = others.get(language);
  if (known) return known;
  const made = (files[`../locales/${language}/site.po`]?.() ?? Promise.resolve({ messages: {} })).then(
    ({ messages }) => setupI18n({ locale: language, messages: { [language]: messages } }),
  );
  others.set(language, made);
  return made;
}

/** Switches the language of the open page. The last of concurrent switches wins. */
export async function changeLanguage(language: string): Promise<void> {
  latest = language;
  await Promise.all([loadFormats(language), ...[...wanted].map((catalogue) => load(language, catalogue))]);
  if (latest !== language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** The console's language before the user is known. */
export function consoleLanguage(): string {
  const candidates = [rememberedLanguage(), ...navigator.languages.map((tag) => tag.split("-")[0] ?? "")];
  const known = candidates.find((language) => language && productLanguages.includes(language));
  return known ?? siteConfig().tenant.language;
}

/** The console's language chosen on this device, if any. */
export function rememberedLanguage(): string | null {
  return localStore.get(key);
}

export function rememberLanguage(language: string): void {
  localStore.set(key, language);
}

/** A language's own name, capitalised: Русский. */
export function languageName(language: string): string {
  return names[language] ?? language;
}
