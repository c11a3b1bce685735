import type { components } from "@/api/schema.gen";
import { day, oneOf, sortBy, textUpTo, type UrlState } from "@/lib/url-state";

type Status = components["schemas"]["BookingSummary"]["status"];

export const statuses: readonly Status[] = ["pending", "confirmed", "active", "completed", "cancelled"];

/** What the list shows, kept in the address so that a link shares it. */
export const filterReaders = {
  search: textUpTo(100),
  status: oneOf(statuses),
  car: textUpTo(200),
  affiliate: textUpTo(100),
  channel: textUpTo(100),
  pickupFrom: day,
  pickupTo: day,
  needsReview: oneOf(["true"]),
  sort: sortBy(["createdAt", "pickupAt", "returnAt", "customerName", "carName", "totalPrice"]),
};

/** The order without a choice. */
export const defaultSort = "-createdAt";

export type Filters = UrlState<typeof filterReaders>;

/** The filters and the order as a query for the server, without those that are not set. */
export function asQuery(filters: Filters): Record<string, string> {
  const given = { ...filters, search: filters.search?.trim() };
  const set = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(set);
}

/** How many filters are set, the search apart. */
export function countSet(filters: Filters): number {
  const { search: _search, sort: _sort, ...rest } = filters;
  return Object.values(rest).filter(Boolean).length;
}

export function isFiltered(filters: Filters): boolean {
  return Boolean(filters.search?.trim()) || countSet(filters) > 0;
}
