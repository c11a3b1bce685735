import { expect, it } from "vitest";
import { eventMetric, eventMetricOf } from "./event-metrics";
import { measured } from "./points";

const id = "0199c0de-0000-7000-8000-000000000001";
const bucket = (totalSessions: number, eventSessions: number | null) => ({
  start: "2026-06-01T00:00:00+04:00",
  end: "2026-06-02T00:00:00+04:00",
  totalSessions,
  completedSessions: 0,
  conversionCount: 0,
  bookings: 0,
  bookedValue: 0,
  eventSessions,
});

it("writes an event's metric into the address and reads it back", () => {
  for (const measure of ["eventSessions", "eventRate"] as const)
    expect(eventMetricOf(eventMetric(measure, { id }))).toEqual({ measure, id });
  for (const text of ["", "totalSessions", `cost:${id}`, "eventRate:1", `eventRate:${id}x`])
    expect(eventMetricOf(text)).toBeUndefined();
});

it("computes the share of sessions with an event, and none of no sessions or before anything is recorded", () => {
  expect(measured(bucket(8, 2), "eventSessions")).toBe(2);
  expect(measured(bucket(8, 2), "eventRate")).toBe(25);
  expect(measured(bucket(8, 0), "eventRate")).toBe(0);
  expect(measured(bucket(0, 0), "eventSessions")).toBe(0);
  expect(measured(bucket(0, 0), "eventRate")).toBeNull();
  expect(measured(bucket(8, null), "eventSessions")).toBeNull();
  expect(measured(bucket(8, null), "eventRate")).toBeNull();
});
