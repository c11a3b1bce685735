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

/** Whether the company added this page, and may take it away. */
export const isOwn = (kind: string) => ownPage.test(kind);

/** What a text is called here: by what it is, or by its title in the company's first language that has one. */
export function nameOf(
  { kind, titles }: Pick<ListedText, "kind" | "titles">,
  languages: readonly string[],
): MessageDescriptor | string {
  return names[kind] ?? languages.map((language) => titles[language]).find(Boolean) ?? kind;
}

/** The page on which a text can be seen. */
export function pageOf(kind: string): string {
  if (kind === documentKinds.terms) return paths.terms;
  if (kind === documentKinds.privacy) return paths.privacy;
  if (kind === documentKinds.guide) return paths.guide;
  return isOwn(kind) ? paths.ownPage.replace(":slug", kind.replace(ownPage, "")) : paths.home;
}

/** The address of a page as it would be if what waits were published; a new one after each save. */
export function previewUrl(kind: string, prefix: string, revision: number): string {
  return `${prefix}${pageOf(kind)}?preview=drafts&revision=${revision}`;
}
