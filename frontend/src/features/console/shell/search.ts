import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";

export const minSearchLength = 2;
export const maxSearchLength = 100;

/** Bookings, customers, vehicles, models, invoices and incomplete bookings. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ["/api/admin/search", q],
    queryFn: () => bodyOf(api.GET("/api/admin/search", { params: { query: { q } } })),
    enabled: q.length >= minSearchLength,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
