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
  { metric: "visits", name: msg`Visits`, unit: "count", isTested: true },
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
  { condition: "missing", name: msg`No data for some hours`, isTest: true },
];
const countable: readonly Metric[] = ["visits", "sessions", "bookings"];

export const splits: readonly { split: AlertRule["split"]; name: MessageDescriptor }[] = [
  { split: "", name: msg`All together` },
  { split: "campaign", name: msg`Each campaign` },
  { split: "source", name: msg`Each source` },
];

export const windows = [1, 3, 7, 28] as const;
export const defaultHours = 6;

export const metricOf = (metric: Metric) => metrics.find((each) => each.metric === metric);

/** A value of a metric in its unit. */
export function valueText(metric: Metric, value: number): string {
  switch (metricOf(metric)?.unit) {
    case "percent":
      return formatRate(value);
    case "money":
      return formatMoney(value);
    case "times":
      return `${formatNumber(value, 1)} ×`;
    default:
      return formatNumber(value);
  }
}

/** The conditions of a metric; the first is the default. */
export function conditionsOf(metric: Metric) {
  return conditions.filter(({ condition, isTest }) =>
    condition === "missing" ? countable.includes(metric) : !isTest || metricOf(metric)?.isTested,
  );
}

export type AlertState = "off" | "snoozed" | "active" | "waiting" | "ok";

/** How a rule stands; one that was not checked yet is waiting. */
export function stateOf(rule: AlertRule): AlertState {
  if (!rule.isOn) return "off";
  if (rule.snoozedUntil) return "snoozed";
  if (rule.firings.some(({ resolvedAt }) => resolvedAt === null)) return "active";
  return rule.checkedThrough ? "ok" : "waiting";
}

/** What the server needs to change one thing of a rule. */
export function inputOf(rule: AlertRule, changes: Partial<AlertRuleInput>): AlertRuleInput {
  const { name, metric, query, split, condition, limit, minSessions, recipients, isOn } = rule;
  const windowDays = windows.find((days) => days === rule.windowDays) ?? 7;
  return {
    name,
    metric,
    query,
    split,
    windowDays,
    hours: rule.hours || defaultHours,
    condition,
    limit,
    minSessions,
    recipients,
    isOn,
    ...changes,
  };
}
