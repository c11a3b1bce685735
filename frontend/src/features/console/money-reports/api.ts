import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import {
  type Period,
  periodFrom,
  periodParameters,
  type periodReaders,
} from "@/features/console/shared/period/period";
import type { AddressState } from "@/lib/address-state";
import { api, bodyOf } from "@/lib/api";

type Schemas = components["schemas"];
export type VatReport = Schemas["VatReportResponse"];
export type VatOfCurrency = Schemas["VatOfCurrency"];
export type VatRow = Schemas["VatRow"];

const reports = "/api/admin/reports";

/** The longest span that the server reports on, in days. */
export const maxDays = 1096;

/** The last five years, next year's invoices are of next year. */
export function selectableYears(today: string): number[] {
  return Array.from({ length: 5 }, (_, index) => Number(today.slice(0, 4)) - index);
}

/** The period that the address asks for. `today` is the company's. */
export function viewFrom(address: AddressState<typeof periodReaders>, today: string): Period {
  return periodFrom(address, today, { years: selectableYears(today), maxDays });
}

/** Where a report of the period is as a file. */
export function fileAddress(path: string, period: Period): string {
  const query = Object.entries(periodParameters(period)).map(([name, value]) => [name, String(value)]);
  return `${reports}/${path}?${new URLSearchParams(query)}`;
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
