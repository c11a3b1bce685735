import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";
import { oneOf, sortBy, textUpTo, type UrlState } from "@/lib/url-state";

export type Visit = components["schemas"]["VisitOut"];

const refetchMilliseconds = 30_000;

/** The filters of the list, kept in the URL. `ip`: the start of an IP address, or a network. */
export const filterReaders = {
  traffic: oneOf(["paid", "other"]),
  ip: textUpTo(100),
  sort: sortBy(["visitedAt", "ipAddress"]),
};
export type Filters = UrlState<typeof filterReaders>;

export const visitsKey = ["/api/ip/visits"];

export function visitsQuery({ traffic, ip, sort }: Filters) {
  const given = {
    ...(traffic ? { paid: traffic === "paid" } : {}),
    ...(ip ? { ip } : {}),
    ...(sort ? { sort } : {}),
  };
  return infiniteQueryOptions({
    queryKey: [...visitsKey, given],
    queryFn: ({ pageParam }) =>
      bodyOf(
        api.GET("/api/ip/visits", {
          params: { query: { ...given, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: refetchMilliseconds,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const excludedQuery = queryOptions({
  queryKey: ["/api/ip/excluded-ips"],
  queryFn: () => bodyOf(api.GET("/api/ip/excluded-ips")),
  staleTime: 0,
});
