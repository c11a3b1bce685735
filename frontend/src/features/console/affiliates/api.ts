import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import type { PayableOn } from "@/features/console/shared/money-words";
import { api, bodyOf } from "@/lib/api";
import { sortBy, textUpTo, type UrlState } from "@/lib/url-state";

export type Affiliate = components["schemas"]["AffiliateOut"];
export type Stats = components["schemas"]["AffiliateStats"];
export type Commission = components["schemas"]["CommissionOut"];
export type Payout = components["schemas"]["PayoutOut"];
export type Statement = components["schemas"]["StatementResponse"];
export type StatementLine = components["schemas"]["StatementLineOut"];

const pollMilliseconds = 30_000;
const polled = {
  refetchInterval: pollMilliseconds,
  staleTime: 0,
  placeholderData: keepPreviousData,
} as const;
const root = "/api/admin/affiliates";

/** The order of the list without a choice. */
export const defaultSort = "-commissionOwed";

/** What the list shows, kept in the page's URL. */
export const listReaders = {
  search: textUpTo(100),
  sort: sortBy([
    "name",
    "createdAt",
    "bookingsCount",
    "revenueGenerated",
    "totalEarnings",
    "commissionPaid",
    "commissionOwed",
  ]),
};
type Filters = UrlState<typeof listReaders>;

export interface Period {
  from?: string;
  to?: string;
}

export function affiliatesQuery({ search = "", sort = defaultSort }: Filters) {
  return queryOptions({
    queryKey: [root, search, sort],
    queryFn: () => bodyOf(api.GET("/api/admin/affiliates", { params: { query: { search, sort } } })),
    ...polled,
  });
}

export function affiliateQuery(id: string) {
  return queryOptions({
    queryKey: [root, "one", id],
    queryFn: () =>
      bodyOf(api.GET("/api/admin/affiliates/{affiliate_id}", { params: { path: { affiliate_id: id } } })),
    ...polled,
  });
}

export function statementQuery(id: string, period: Period) {
  return queryOptions({
    queryKey: [root, "statement", id, period],
    queryFn: () =>
      bodyOf(
        api.GET("/api/admin/affiliates/{affiliate_id}/statement", {
          params: { path: { affiliate_id: id }, query: period },
        }),
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function payoutsQuery(period: Period) {
  return queryOptions({
    queryKey: [root, "payouts", period],
    queryFn: () => bodyOf(api.GET("/api/admin/payouts", { params: { query: period } })),
    ...polled,
  });
}

/** Everything that a payout, a reversal or a decision may have changed. */
export function refetchAffiliates(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [root] });
}

export function payCommission(id: string) {
  const path = { affiliate_id: id };
  const headers = { "content-type": "application/json" };
  return bodyOf(api.POST("/api/admin/pay-commission/{affiliate_id}", { params: { path }, headers }));
}

export function reversePayout(id: string, reason: string) {
  const path = { payout_id: id };
  return api.POST("/api/admin/payouts/{payout_id}/reverse", { params: { path }, body: { reason } });
}

export function releaseCommission(bookingId: string) {
  const path = { booking_id: bookingId };
  return api.POST("/api/admin/commissions/{booking_id}/release", { params: { path } });
}

/** The affiliate reads the reason. */
export function refuseCommission(bookingId: string, reason: string) {
  const path = { booking_id: bookingId };
  return api.POST("/api/admin/commissions/{booking_id}/refuse", { params: { path }, body: { reason } });
}

export function restoreCommission(bookingId: string) {
  const path = { booking_id: bookingId };
  return api.POST("/api/admin/commissions/{booking_id}/restore", { params: { path } });
}

export async function setCommissionRule(payableOn: PayableOn) {
  const { commission } = await bodyOf(api.GET("/api/admin/settings"));
  await bodyOf(api.PUT("/api/admin/settings/commission", { body: { ...commission, payableOn } }));
}

export function setAffiliateStatus(id: string, status: "active" | "paused") {
  const path = { affiliate_id: id, status };
  return api.POST("/api/admin/affiliates/{affiliate_id}/{status}", { params: { path } });
}
