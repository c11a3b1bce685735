import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import {
  type Period,
  periodFrom,
  periodParameters,
  periodReaders,
} from "@/features/console/shared/period/period";
import { api, bodyOf } from "@/lib/api";
import { oneOf, textUpTo, type UrlState } from "@/lib/url-state";

export type ProfitReport = components["schemas"]["ProfitResponse"];
export type ProfitFigures = components["schemas"]["ProfitFigures"];

export const cuts = ["model", "vehicle", "month"] as const;
export type Cut = (typeof cuts)[number];

/** What the page shows, kept in the URL so that a link shares it. */
export interface View extends Period {
  cut: Cut;
  vehicle: string | undefined;
  model: string | undefined;
}

export const viewReaders = {
  ...periodReaders,
  cut: oneOf(cuts),
  vehicle: textUpTo(36),
  model: textUpTo(36),
};

/** The longest span that the server reports on, in days. */
export const maxDays = 1096;

export function selectableYears(today: string): number[] {
  return Array.from({ length: 5 }, (_, index) => Number(today.slice(0, 4)) + 1 - index);
}

/** What the URL asks for. `today` is the company's. */
export function viewFrom(url: UrlState<typeof viewReaders>, today: string): View {
  return {
    ...periodFrom(url, today, { years: selectableYears(today), maxDays }),
    cut: url.cut ?? "model",
    vehicle: url.vehicle,
    model: url.model,
  };
}

function parametersOf({ cut, vehicle, model, ...period }: View) {
  return { ...periodParameters(period), cut, ...(vehicle && { vehicle }), ...(model && { model }) };
}

export function profitQuery(view: View) {
  const query = parametersOf(view);
  return queryOptions({
    queryKey: ["/api/admin/reports/profit", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/admin/reports/profit", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Where the table of the view is as a file. */
export function fileUrl(view: View): string {
  const query = Object.entries(parametersOf(view)).map(([name, value]) => [name, String(value)]);
  return `/api/admin/reports/profit/export.csv?${new URLSearchParams(query)}`;
}
