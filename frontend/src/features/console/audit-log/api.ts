import { infiniteQueryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Entry = components["schemas"]["AuditEntryOut"];

/** What is wanted of the log, as it stands in the page's address; empty means everything. */
export interface Filters {
  adminId: string;
  action: string;
  since: string;
  until: string;
  subjectKind: string;
  subjectId: string;
}

export const filterNames = ["adminId", "action", "since", "until", "subjectKind", "subjectId"] as const;

export function filtersFrom(address: URLSearchParams): Filters {
  const read = (name: (typeof filterNames)[number]) => address.get(name) ?? "";
  return {
    adminId: read("adminId"),
    action: read("action"),
    since: read("since"),
    until: read("until"),
    subjectKind: read("subjectKind"),
    subjectId: read("subjectId"),
  };
}

export function auditLogQuery(filters: Filters) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
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
  });
}
