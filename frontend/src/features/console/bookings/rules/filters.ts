/** What the list shows, kept in the address so that a link shares the view. */

import type { components } from "@/api/schema.gen";

type Status = components["schemas"]["BookingSummary"]["status"];

export const statuses: readonly Status[] = ["pending", "confirmed", "active", "completed", "cancelled"];

export interface Filters {
  search: string;
  status: Status | undefined;
  car: string | undefined;
  affiliate: string | undefined;
  pickupFrom: string | undefined;
  pickupTo: string | undefined;
  needsReview: boolean;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const longestSearch = 100;

/** Anything in the address that is no filter counts as none. */
export function filtersFrom(query: URLSearchParams): Filters {
  const day = (name: string) => {
    const value = query.get(name) ?? "";
    return dayPattern.test(value) ? value : undefined;
  };
  return {
    search: (query.get("search") ?? "").slice(0, longestSearch),
    status: statuses.find((status) => status === query.get("status")),
    car: query.get("car") || undefined,
    affiliate: query.get("affiliate") || undefined,
    pickupFrom: day("pickupFrom"),
    pickupTo: day("pickupTo"),
    needsReview: query.get("needsReview") === "true",
  };
}

/** The filters as a query for the server, without those that are not set. */
export function asQuery(filters: Filters): Record<string, string> {
  const { search, needsReview, ...rest } = filters;
  const query: Record<string, string> = {};
  if (search.trim()) query.search = search.trim();
  if (needsReview) query.needsReview = "true";
  for (const [name, value] of Object.entries(rest)) if (value) query[name] = value;
  return query;
}

/** How many filters are set, the search apart. */
export function countSet(filters: Filters): number {
  const { search: _, ...rest } = filters;
  return Object.values(rest).filter(Boolean).length;
}
