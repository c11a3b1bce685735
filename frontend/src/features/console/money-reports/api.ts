import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import {
  type Period,
  periodFrom,
  periodParameters,
  type periodReaders,
} from "@/features/console/shared/period/period";
import { api, bodyOf } from "@/lib/api";
import type { UrlState } from "@/lib/url-state";

type Schemas = components["schemas"];
export type VatOfCurrency = Schemas["VatOfCurrency"];
export type VatRow = Schemas["VatRow"];
export type PaymentsOfCurrency = Schemas["PaymentsOfCurrency"];
export type MethodRow = Schemas["MethodRow"];
export type ReceivablesOfCurrency = Schemas["ReceivablesOfCurrency"];
export type CustomerReceivables = Schemas["CustomerReceivables"];
export type ChannelRow = Schemas["ChannelReportRow"];
export type OpenItem = Schemas["OpenItem"];

const reports = "/api/admin/reports";

/** The longest span that the server reports on, in days. */
export const maxDays = 1096;

/** The last five years, next year's invoices are of next year. */
export function selectableYears(today: string): number[] {
  return Array.from({ length: 5 }, (_, index) => Number(today.slice(0, 4)) - index);
}

/** The period that the URL asks for. `today` is the company's. */
export function viewFrom(url: UrlState<typeof periodReaders>, today: string): Period {
  return periodFrom(url, today, { years: selectableYears(today), maxDays });
}

/** Where a report of the period is as a file. */
export function fileUrl(path: string, period: Period): string {
  const query = Object.entries(periodParameters(period)).map(([name, value]) => [name, String(value)]);
  return `${reports}/${path}?${new URLSearchParams(query)}`;
}

export function paymentsQuery(period: Period) {
  const query = periodParameters(period);
  return queryOptions({
    queryKey: [reports, "payments", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/admin/reports/payments", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function channelReportQuery(period: Period) {
  const query = periodParameters(period);
  return queryOptions({
    queryKey: [reports, "channels", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/admin/reports/channels", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const receivablesKey = [reports, "receivables"];

/** What is open at the end of a day. */
export function receivablesQuery(asOf: string) {
  return queryOptions({
    queryKey: [...receivablesKey, asOf],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/admin/reports/receivables", { params: { query: { asOf } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const receivablesFile = (asOf: string) => `${reports}/receivables/export.csv?asOf=${asOf}`;

export function sendReminder(invoiceId: string) {
  return bodyOf(
    api.POST("/api/admin/invoices/{invoice_id}/reminder", { params: { path: { invoice_id: invoiceId } } }),
  );
}

export function vatQuery(period: Period) {
  const query = periodParameters(period);
  return queryOptions({
    queryKey: [reports, "vat", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/admin/reports/vat", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The documents behind a row, oldest first. */
export function vatDocumentsQuery(period: Period, currency: string, rate: string) {
  const query = { ...periodParameters(period), currency, rate };
  return infiniteQueryOptions({
    queryKey: [reports, "vat", "documents", query],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/reports/vat/documents", {
          params: { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
}
