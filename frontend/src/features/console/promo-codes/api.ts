import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type PromoCode = components["schemas"]["CodeOut"];
export type CompanyRates = Pick<
  components["schemas"]["CodesResponse"],
  "discountPercent" | "commissionPercent"
>;
export type Terms = components["schemas"]["CodeTerms"];

export const codesKey = ["/api/admin/promo-codes"];
const pollMilliseconds = 30_000;

/** All codes, or those of one affiliate. */
export function codesQuery(affiliateId: string | null) {
  const query = affiliateId ? { affiliateId } : {};
  return queryOptions({
    queryKey: [...codesKey, affiliateId],
    queryFn: () => bodyOf(api.GET("/api/admin/promo-codes", { params: { query } })),
    refetchInterval: pollMilliseconds,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Whose a new code can be. */
export const ownersQuery = queryOptions({
  queryKey: ["/api/admin/affiliates", "", "name"],
  queryFn: () => bodyOf(api.GET("/api/admin/affiliates", { params: { query: { sort: "name" } } })),
  staleTime: 0,
});

export async function addCode(body: Terms & { code: string; affiliateId: string | null }): Promise<string> {
  return (await bodyOf(api.POST("/api/admin/promo-codes", { body }))).code;
}

export async function changeCode(code: string, body: Terms): Promise<void> {
  await api.PUT("/api/admin/promo-codes/{code}", { params: { path: { code } }, body });
}
