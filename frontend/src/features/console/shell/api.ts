import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";

const pollMilliseconds = 60_000;

/** How many decisions are due today, polled wherever the console is open; again after a change on Today itself. */
export const todayCountQuery = queryOptions({
  queryKey: ["/api/admin/today", "count"],
  queryFn: () => bodyOf(api.GET("/api/admin/today/count")),
  refetchInterval: pollMilliseconds,
  staleTime: pollMilliseconds / 2,
});

/** How many reviews wait to be moderated; again after a change on their page. */
export const reviewCountQuery = queryOptions({
  queryKey: ["/api/admin/reviews", "count"],
  queryFn: () => bodyOf(api.GET("/api/admin/reviews/count")),
  refetchInterval: 5 * pollMilliseconds,
  staleTime: pollMilliseconds,
});
