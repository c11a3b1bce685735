import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Terms = components["schemas"]["TermsResponse"];
export type TermsBody = components["schemas"]["TermsRequest"];

const key = "/api/admin/handover/terms";

export const termsQuery = queryOptions({
  queryKey: [key],
  queryFn: () => bodyOf(api.GET(key)),
  staleTime: 0,
});

export function changeTerms(body: TermsBody) {
  return api.PUT(key, { body });
}
