import { expect, test } from "vitest";
import type { AlertRule } from "./api";
import { conditionsOf, inputOf, metrics } from "./rules";

test("only rates and counts can be tested for changes", () => {
  const tested = metrics.filter(({ metric }) => conditionsOf(metric).some(({ isTest }) => isTest));
  expect(tested.map(({ metric }) => metric)).toEqual(["sessions", "completion", "conversion", "bookings"]);
  expect(conditionsOf("cost").map(({ condition }) => condition)).toEqual(["below", "above"]);
});

test("one thing of a rule changes and nothing else is sent", () => {
  const rule: AlertRule = {
    id: "1",
    name: "Autumn",
    metric: "conversion",
    query: "utmCampaign=autumn",
    filters: "Campaign: autumn",
    windowDays: 3,
    condition: "falls",
    limit: 0,
    minSessions: 0,
    recipients: ["2"],
    isOn: true,
    lookedAtDay: null,
    firings: [],
  };
  const { id: _, filters: __, lookedAtDay: ___, firings: ____, ...sent } = rule;
  expect(inputOf(rule, { isOn: false })).toEqual({ ...sent, isOn: false });
});
