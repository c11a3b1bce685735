import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";

export type LegalDocument = components["schemas"]["LegalDocument"];
export type GuideDocument = components["schemas"]["GuideDocument"];
type DocumentResponse = components["schemas"]["DocumentResponse"];

/** A text of the company, such as its terms. The page that stands on it carries it already. */
export function documentQuery(kind: string) {
  const lang = siteConfig().tenant.language;
  return queryOptions({
    queryKey: ["/api/site/documents", kind],
    queryFn: async () =>
      (await bodyOf(api.GET("/api/site/documents/{kind}", { params: { path: { kind }, query: { lang } } })))
        .document,
    initialData: () => inlineDocument(kind),
  });
}

function inlineDocument(kind: string): DocumentResponse["document"] | undefined {
  const text = document.getElementById("site-document")?.textContent;
  if (!text) return undefined;
  const answer = JSON.parse(text) as DocumentResponse;
  return answer.kind === kind ? answer.document : undefined;
}
