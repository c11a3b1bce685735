import { expect, test } from "vitest";
import type { AlertRule } from "./api";
import { conditionsOf, inputOf, metrics, stateOf } from "./rules";

const rule: AlertRule = {
  id: "1",
  name: "Autumn",
  metric: "conversion",
  query: "utmCampaign=autumn",
  filters: "Campaign: autumn",
  split: "campaign",
  windowDays: 3,
  hours: 0,
  condition: "falls",
  limit: 0,
  minSessions: 0,
  recipients: ["2"],
  isOn: true,
  snoozedUntil: null,
  checkedThrough: "2026-06-09T20:00:00Z",
  lastValue: null,
  nextCheckAt: "2026-06-11T02:00:00Z",
  firings: [],
};

const firing = {
  id: "3",
  part: "autumn",
  firstDay: "2026-06-07",
  lastDay: "2026-06-09",
  value: 0,
  before: 18,
  sessions: 54,
  times: 1,
  sentence: "",
  link: "",
  createdAt: "2026-06-10T02:00:00Z",
  openedAt: "2026-06-10T02:00:00Z",
  acknowledgedAt: null,
};

test("only rates and counts can be tested for changes, and only counts can be missing", () => {
  const tested = metrics.filter(({ metric }) =>
    conditionsOf(metric).some(({ condition }) => condition === "falls"),
  );
  expect(tested.map(({ metric }) => metric)).toEqual([
    "visits",
    "sessions",
    "completion",
    "conversion",
    "bookings",
  ]);
  const missing = metrics.filter(({ metric }) =>
    conditionsOf(metric).some(({ condition }) => condition === "missing"),
  );
  expect(missing.map(({ metric }) => metric)).toEqual(["visits", "sessions", "bookings"]);
  expect(conditionsOf("cost").map(({ condition }) => condition)).toEqual(["below", "above"]);
});

test("one thing of a rule changes and nothing else is sent", () => {
  expect(inputOf(rule, { isOn: false })).toEqual({
    name: "Autumn",
    metric: "conversion",
    query: "utmCampaign=autumn",
    split: "campaign",
    windowDays: 3,
    hours: 6,
    condition: "falls",
    limit: 0,
    minSessions: 0,
    recipients: ["2"],
    isOn: false,
  });
});

test("a rule is active while one of its alerts is open, unless it is off or snoozed", () => {
  expect(stateOf(rule)).toBe("ok");
  expect(stateOf({ ...rule, checkedThrough: null })).toBe("waiting");
  expect(stateOf({ ...rule, firings: [{ ...firing, resolvedAt: "2026-06-10T02:00:00Z" }] })).toBe("ok");
  const open = { ...rule, firings: [{ ...firing, resolvedAt: null }] };
  expect(stateOf(open)).toBe("active");
  expect(stateOf({ ...open, snoozedUntil: "2026-06-17" })).toBe("snoozed");
  expect(stateOf({ ...open, isOn: false })).toBe("off");
});
