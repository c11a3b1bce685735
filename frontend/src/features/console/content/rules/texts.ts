import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { documentKinds, paths } from "@/config/paths";
import type { ListedText } from "../api";

export type Shape = "landing" | "seo" | "legal" | "page";

const ownPage = /^guide\./;
const names: Record<string, MessageDescriptor> = {
  landing: msg`Home page`,
  seo: msg`Search results`,
  [documentKinds.terms]: msg`Terms of Service`,
  [documentKinds.privacy]: msg`Privacy Policy`,
};

export function shapeOf(kind: string): Shape {
  if (kind === "landing" || kind === "seo") return kind;
  return kind === documentKinds.terms || kind === documentKinds.privacy ? "legal" : "page";
}

/** Whether the company added this page and can delete it. */
export const isOwn = (kind: string) => ownPage.test(kind);

/** The name of a text: its kind, or its title in the first of the company's languages with a title. */
export function nameOf(
  { kind, titles }: Pick<ListedText, "kind" | "titles">,
  languages: readonly string[],
): MessageDescriptor | string {
  return names[kind] ?? languages.map((language) => titles[language]).find(Boolean) ?? kind;
}

/** The page that shows a text. */
export function pageOf(kind: string): string {
  if (kind === documentKinds.terms) return paths.terms;
  if (kind === documentKinds.privacy) return paths.privacy;
  if (kind === documentKinds.guide) return paths.guide;
  return isOwn(kind) ? paths.ownPage.replace(":slug", kind.replace(ownPage, "")) : paths.home;
}

/** The preview URL of a page with unpublished changes; a new one after each save. */
export function previewUrl(kind: string, prefix: string, revision: number): string {
  return `${prefix}${pageOf(kind)}?preview=drafts&revision=${revision}`;
}
