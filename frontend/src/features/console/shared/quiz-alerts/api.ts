import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type Alert = components["schemas"]["AlertOut"];

const path = "/api/quiz/analytics/alerts";
export const alertsKey = [path];

export const alertsQuery = queryOptions({
  queryKey: alertsKey,
  queryFn: () => bodyOf(api.GET(path)),
  // They change once a day, a silence every half an hour.
  refetchInterval: 300_000,
  staleTime: 60_000,
});

export function dismissAlert(id: string) {
  return bodyOf(
    api.POST("/api/quiz/analytics/alerts/{alert_id}/dismiss", { params: { path: { alert_id: id } } }),
  );
}
