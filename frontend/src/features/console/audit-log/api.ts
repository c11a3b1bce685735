import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { day, sortBy, textUpTo, type UrlState } from "@/lib/url-state";

export type Entry = components["schemas"]["AuditEntryOut"];

/** What is wanted of the log, kept in the page's URL. */
export const filterReaders = {
  adminId: textUpTo(100),
  action: textUpTo(100),
  since: day,
  until: day,
  subjectKind: textUpTo(100),
  subjectId: textUpTo(100),
  sort: sortBy(["happenedAt"]),
};
export type Filters = UrlState<typeof filterReaders>;

export function isFiltered({ sort: _, ...filters }: Filters): boolean {
  return Object.values(filters).some(Boolean);
}

export function auditLogQuery(filters: Filters) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return infiniteQueryOptions({
    queryKey: ["/api/admin/audit-log", given],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/admin/audit-log", {
          params: { query: { ...given, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
