import { plural } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";

const path = "/api/quiz/analytics/alert-rules/open";
export const openAlertsKey = [path];

/** What the company's own alerts noticed, and no one has looked at. */
export const openAlertsQuery = queryOptions({
  queryKey: openAlertsKey,
  queryFn: () => bodyOf(api.GET(path)),
  // They are checked every half an hour.
  refetchInterval: 300_000,
  staleTime: 60_000,
});

export function acknowledgeAlert(id: string) {
  return bodyOf(
    api.POST("/api/quiz/analytics/alert-rules/firings/{firing_id}/acknowledge", {
      params: { path: { firing_id: id } },
    }),
  );
}

/** How often an alert fired, where that was more than once. */
export function Times({ times }: { times: number }) {
  if (times < 2) return null;
  return (
    <span className="text-slate">{plural(times, { one: "Fired # time.", other: "Fired # times." })}</span>
  );
}
