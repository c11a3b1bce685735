import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { draftsKey, invoicesKey } from "@/features/console/shared/money-panel/api";
import { api, bodyOf } from "@/lib/api";
import { day, oneOf, sortBy, textUpTo, type UrlState } from "@/lib/url-state";

type Schemas = components["schemas"];
export type Document = Schemas["InvoiceOut"];
export type Draft = Schemas["ListedInvoiceDraft"];

export const filterReaders = {
  search: textUpTo(100),
  kind: oneOf(["invoice", "credit_note", "receipt", "draft"]),
  from: day,
  to: day,
  sort: sortBy(["issuedAt", "number", "customerName", "total"]),
};
export type Filters = UrlState<typeof filterReaders>;

/** The filters and the order that are set, as the server takes them. */
export function asQuery(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** Invoices that are not issued yet, newest first. */
export const draftsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...draftsKey, search],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/invoice-drafts", {
          params: { query: { search, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Documents, newest first unless sorted otherwise. */
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
    placeholderData: keepPreviousData,
  });
