import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CompanyLanguages, LanguageState, SiteText } from "./company-languages";

const names: Record<string, ReturnType<typeof msg>> = {
  landing: msg({ message: "Home page", context: "text of the site" }),
  seo: msg({ message: "Titles for search engines", context: "text of the site" }),
};

/** What a text of the site is called; a legal text or a guide calls itself something in the company's first language. */
export function textName({ kind, title }: SiteText): string {
  const known = names[kind];
  return known ? i18n._(known) : (title ?? kind);
}

/** The path of the site in a language: / for the first, /ka/ for another. */
export function pathOf(language: string, languages: readonly string[]): string {
  return language === languages[0] ? "/" : `/${language}/`;
}

/** The texts of the site that are not written in a language. */
export function missingTexts(state: LanguageState, documents: readonly SiteText[]): SiteText[] {
  return documents.filter(({ kind }) => !state.documents.includes(kind));
}

/** Whether nothing has to be shown in the first language. */
export function isWhole(state: LanguageState, documents: readonly SiteText[]): boolean {
  const parts = state.quiz ? [state.catalogue, state.quiz] : [state.catalogue];
  return (
    parts.every(({ written, total }) => written === total) && missingTexts(state, documents).length === 0
  );
}

/** The texts of cars and of the quiz are in the first language: while there are any, it cannot be changed. */
export function isFirstFixed({ languages, offered }: CompanyLanguages): boolean {
  const first = offered.find(({ language }) => language === languages[0]);
  return first !== undefined && (first.catalogue.total > 0 || first.quiz !== null);
}

/** The languages with one moved by a place; null where there is no way. */
export function moved(company: CompanyLanguages, language: string, by: -1 | 1): string[] | null {
  const { languages } = company;
  const from = languages.indexOf(language);
  const to = from + by;
  const lowest = isFirstFixed(company) ? 1 : 0;
  if (from < lowest || to < lowest || to >= languages.length) return null;
  const next = languages.filter((one) => one !== language);
  next.splice(to, 0, language);
  return next;
}

/** Enabled languages in order, then the other available ones. */
export function inOrder({ languages, offered }: CompanyLanguages): LanguageState[] {
  const place = ({ language }: LanguageState) =>
    languages.includes(language) ? languages.indexOf(language) : languages.length;
  return [...offered].sort((one, other) => place(one) - place(other));
}
