import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { inLanguage } from "@/features/console/shared/language";
import { api, bodyOf } from "@/lib/api";
import { parametersOf, type View } from "./rules/view";

// Bookings come all day; an unchanged report costs next to nothing.
const refreshMilliseconds = 60_000;

export function reportQuery(view: View) {
  const query = { ...parametersOf(view), ...inLanguage() };
  return queryOptions({
    queryKey: ["/api/admin/reports/rentals", query],
    queryFn: ({ signal }) => bodyOf(api.GET("/api/admin/reports/rentals", { params: { query }, signal })),
    refetchInterval: refreshMilliseconds,
    placeholderData: keepPreviousData,
  });
}

/** The rentals behind a figure, from `offset` on. */
export function rentalsQuery(view: View, offset: number) {
  const { cut: _cut, compare: _compare, ...asked } = parametersOf(view);
  const query = { ...asked, offset };
  return queryOptions({
    queryKey: ["/api/admin/reports/rentals/list", query],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/admin/reports/rentals/list", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Where the table of the view is as a file. */
export function fileUrl(view: View): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...parametersOf(view), ...inLanguage() }))
    query.set(name, String(value));
  return `/api/admin/reports/rentals/export.csv?${query}`;
}
