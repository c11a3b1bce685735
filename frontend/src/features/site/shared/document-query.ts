import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";

export type PageDocument = components["schemas"]["PageDocument"];
export type PageBlock = PageDocument["blocks"][number];
export type Block<Type extends PageBlock["type"]> = Extract<PageBlock, { type: Type }>;
type DocumentResponse = components["schemas"]["DocumentResponse"];

/**
 * A text of the company, such as its terms; `version`: as it was in that published one, undefined is today's. The page
 * that is on a text carries it already.
 */
export function documentQuery(kind: string, version?: number) {
  const lang = siteConfig().tenant.language;
  return queryOptions({
    queryKey: ["/api/site/documents", kind, version],
    queryFn: () =>
      bodyOf(
        api.GET("/api/site/documents/{kind}", {
          params: { path: { kind }, query: { lang, ...(version && { version }) } },
        }),
      ),
    initialData: () => inlineDocument(kind, version),
  });
}

function inlineDocument(kind: string, version: number | undefined): DocumentResponse | undefined {
  const text = document.getElementById("site-document")?.textContent;
  if (!text) return undefined;
  const answer = JSON.parse(text) as DocumentResponse;
  const isIt = answer.kind === kind && (version === undefined || version === answer.version);
  return isIt ? answer : undefined;
}
