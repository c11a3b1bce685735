import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { type AddressState, oneOf, sortBy, textUpTo } from "@/lib/address-state";
import { api, bodyOf } from "@/lib/api";

export type Visit = components["schemas"]["VisitOut"];

const refetchMilliseconds = 30_000;

/** What is shown: by paid search, others or all; and how addresses begin, or a network. In the page's address. */
export const filterReaders = {
  traffic: oneOf(["paid", "other"]),
  address: textUpTo(100),
  sort: sortBy(["visitedAt", "ipAddress"]),
};
export type Filters = AddressState<typeof filterReaders>;

export const visitsKey = ["/api/ip/visits"];

export function visitsQuery({ traffic, address, sort }: Filters) {
  const given = {
    ...(traffic ? { paid: traffic === "paid" } : {}),
    ...(address ? { address } : {}),
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
  queryKey: ["/api/ip/excluded-addresses"],
  queryFn: () => bodyOf(api.GET("/api/ip/excluded-addresses")),
  staleTime: 0,
});
