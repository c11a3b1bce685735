import { queryOptions } from "@tanstack/react-query";
import type { components } from "@/api/schema.gen";
import { api, bodyOf } from "@/lib/api";

export type ReportsByMail = components["schemas"]["ReportsByMailResponse"];
export type Subscription = ReportsByMail["subscriptions"][number];
export type Kind = Subscription["kind"];
type Span = components["schemas"]["ReportTestRequest"]["span"];

const path = "/api/quiz/analytics/mail";
export const mailKey = [path];

export const mailQuery = queryOptions({
  queryKey: mailKey,
  queryFn: () => bodyOf(api.GET(path)),
  staleTime: 0,
});

export function subscribe(body: components["schemas"]["SubscribeRequest"]) {
  return bodyOf(api.POST(path, { body }));
}

export function unsubscribe(id: string) {
  return bodyOf(
    api.DELETE("/api/quiz/analytics/mail/{subscription_id}", { params: { path: { subscription_id: id } } }),
  );
}

export function sendTest(span: Span, query: string) {
  return bodyOf(api.POST("/api/quiz/analytics/mail/test", { body: { span, query } }));
}

export function switchAlerts(isOn: boolean) {
  return bodyOf(api.PUT("/api/quiz/analytics/watch", { body: { isOn } }));
}
