import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type AlertRules = components["schemas"]["AlertRulesResponse"];
export type AlertRule = AlertRules["rules"][number];
export type Firing = AlertRule["firings"][number];
export type AlertRuleInput = components["schemas"]["AlertRuleRequest"];
export type AlertQuestion = components["schemas"]["AlertQuestion"];
export type AlertPreview = components["schemas"]["AlertPreviewResponse"];

const path = "/api/quiz/analytics/alert-rules";
export const alertRulesKey = [path];

export const alertRulesQuery = queryOptions({
  queryKey: alertRulesKey,
  queryFn: () => bodyOf(api.GET(path)),
  staleTime: 0,
});

const of = (id: string) => ({ params: { path: { rule_id: id } } });

export const addRule = (body: AlertRuleInput) => bodyOf(api.POST(path, { body }));
export const previewRule = (body: AlertQuestion) =>
  bodyOf(api.POST("/api/quiz/analytics/alert-rules/preview", { body }));
export const changeRule = (id: string, body: AlertRuleInput) =>
  bodyOf(api.PUT("/api/quiz/analytics/alert-rules/{rule_id}", { ...of(id), body }));
export const snoozeRule = (id: string, until: string | null) =>
  bodyOf(api.PUT("/api/quiz/analytics/alert-rules/{rule_id}/snooze", { ...of(id), body: { until } }));
export const deleteRule = (id: string) =>
  bodyOf(api.DELETE("/api/quiz/analytics/alert-rules/{rule_id}", of(id)));
