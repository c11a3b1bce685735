import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";
import type { Period } from "./period";

const pollMilliseconds = 5000;
// Polls go on over a failure, and the last figures stay on the page.
const live = { refetchInterval: pollMilliseconds, staleTime: 0, placeholderData: keepPreviousData } as const;

function query({ year, month }: Period) {
  return { params: { query: { year, ...(month === undefined ? {} : { month }) } } };
}

export function overviewQuery(period: Period) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/overview", period],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/overview", query(period))),
    ...live,
  });
}

export function answersQuery(period: Period) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/answers", period],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/answers", query(period))),
    ...live,
  });
}

export function funnelQuery(period: Period) {
  return queryOptions({
    queryKey: ["/api/quiz/analytics/funnel", period],
    queryFn: () => bodyOf(api.GET("/api/quiz/analytics/funnel", query(period))),
    ...live,
  });
}
