import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type LegalDocument = components["schemas"]["LegalDocument"];
export type GuideDocument = components["schemas"]["GuideDocument"];

/** A text of the company, such as its terms. */
export function documentQuery(kind: string) {
  return queryOptions({
    queryKey: ["/api/site/documents", kind],
    queryFn: async () =>
      (await bodyOf(api.GET("/api/site/documents/{kind}", { params: { path: { kind } } }))).document,
  });
}
