import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";
import type { AlertRule, AlertRuleInput } from "./api";

type Metric = AlertRule["metric"];
type Condition = AlertRule["condition"];

interface MetricChoice {
  metric: Metric;
  name: MessageDescriptor;
  /** What its limit is measured in. */
  unit: "count" | "percent" | "money" | "times";
  /** Changes against the weeks before can be tested. */
  isTested: boolean;
}

export const metrics: readonly MetricChoice[] = [
  { metric: "sessions", name: msg`Sessions`, unit: "count", isTested: true },
  { metric: "completion", name: msg`Completion`, unit: "percent", isTested: true },
  { metric: "conversion", name: msg`Conversion`, unit: "percent", isTested: true },
  { metric: "bookings", name: msg`Sessions that booked`, unit: "count", isTested: true },
  { metric: "booked_value", name: msg`Booked value`, unit: "money", isTested: false },
  { metric: "value_per_session", name: msg`Value per session`, unit: "money", isTested: false },
  { metric: "cost", name: msg`Cost`, unit: "money", isTested: false },
  { metric: "cost_without_bookings", name: msg`Cost without bookings`, unit: "money", isTested: false },
  { metric: "cost_per_booking", name: msg`Cost per booking`, unit: "money", isTested: false },
  { metric: "return_on_spend", name: msg`Return on ad spend`, unit: "times", isTested: false },
];

export const conditions: readonly { condition: Condition; name: MessageDescriptor; isTest: boolean }[] = [
  { condition: "falls", name: msg`Falls beyond chance`, isTest: true },
  { condition: "rises", name: msg`Rises beyond chance`, isTest: true },
  { condition: "below", name: msg`Is below a limit`, isTest: false },
  { condition: "above", name: msg`Is above a limit`, isTest: false },
];

export const windows = [1, 3, 7, 28] as const;

export const metricOf = (metric: Metric) => metrics.find((each) => each.metric === metric);

/** The limit of a rule in its unit. */
export function limitText({ metric, limit }: Pick<AlertRule, "metric" | "limit">): string {
  switch (metricOf(metric)?.unit) {
    case "percent":
      return formatRate(limit);
    case "money":
      return formatMoney(limit);
    case "times":
      return `${formatNumber(limit, 1)} ×`;
    default:
      return formatNumber(limit);
  }
}

/** The conditions of a metric; the first is the default. */
export function conditionsOf(metric: Metric) {
  return conditions.filter(({ isTest }) => !isTest || metricOf(metric)?.isTested);
}

/** What the server needs to change one thing of a rule. */
export function inputOf(rule: AlertRule, changes: Partial<AlertRuleInput>): AlertRuleInput {
  const { name, metric, query, condition, limit, minSessions, recipients, isOn } = rule;
  const windowDays = windows.find((days) => days === rule.windowDays) ?? 7;
  return {
    name,
    metric,
    query,
    windowDays,
    condition,
    limit,
    minSessions,
    recipients,
    isOn,
    ...changes,
  };
}
