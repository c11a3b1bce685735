import { infiniteQueryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { invoicesKey } from "@/features/console/shared/invoices";
import { day, oneOf, textUpTo } from "@/lib/address-state";
import { api, bodyOf } from "@/lib/api";

export type Document = components["schemas"]["InvoiceOut"];

export const filterReaders = {
  search: textUpTo(100),
  kind: oneOf(["invoice", "credit_note", "receipt"]),
  from: day,
  to: day,
};
export interface Filters {
  search?: string | undefined;
  kind?: Document["kind"] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters that are set, as the server takes them. */
export function asQuery(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** Documents, newest first. */
export const documentsQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...invoicesKey, asQuery(filters)],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/invoices", {
          params: { query: { ...asQuery(filters), ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
