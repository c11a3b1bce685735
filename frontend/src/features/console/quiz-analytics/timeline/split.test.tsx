import { expect, it } from "vitest";
import type { Filters } from "../rules/view";
import { measured, measuresWith, pointsOf } from "./points";
import { rowsOf } from "./split";

const bucket = (day: number, totalSessions: number, conversionCount: number) => ({
  start: `2026-06-0${day}T00:00:00+04:00`,
  end: `2026-06-0${day + 1}T00:00:00+04:00`,
  totalSessions,
  completedSessions: totalSessions,
  conversionCount,
  bookings: conversionCount,
  bookedValue: 100 * conversionCount,
});

it("computes shares and averages of a unit, and none of no sessions", () => {
  expect(measured(bucket(1, 8, 2), "conversionRate")).toBe(25);
  expect(measured(bucket(1, 8, 2), "valuePerSession")).toBe(25);
  expect(measured(bucket(1, 8, 2), "conversionCount")).toBe(2);
  expect(measured(bucket(1, 0, 0), "conversionRate")).toBeNull();
});

it("draws costs where they are known, and a return on the sessions of a source or campaign", () => {
  expect(measured({ ...bucket(1, 8, 2), cost: 50 }, "returnOnSpend")).toBe(4);
  for (const cost of [0, null]) expect(measured({ ...bucket(1, 8, 2), cost }, "returnOnSpend")).toBeNull();
  expect(measured(bucket(1, 8, 2), "cost")).toBeNull();
  expect(measured({ ...bucket(1, 8, 2), cost: 50, costPerBooking: 25 }, "costPerBooking")).toBe(25);
  expect(measured({ ...bucket(1, 8, 0), cost: 50, costPerBooking: null }, "costPerBooking")).toBeNull();
  const priced = (filters: Filters) =>
    measuresWith(filters).filter((measure) => /^(cost|return)/.test(measure));
  expect(priced({})).toEqual(["cost", "costPerBooking"]);
  expect(priced({ utmCampaign: "Spring" })).toEqual(["cost", "costPerBooking", "returnOnSpend"]);
  expect(priced({ utmCampaign: "Spring", device: "phone" })).toEqual([]);
});

it("puts the lines of a split into rows by time", () => {
  const settings = {
    unit: "day",
    timezone: "Asia/Tbilisi",
    now: Date.parse("2026-06-03T12:00:00+04:00"),
  } as const;
  const phone = pointsOf([bucket(1, 8, 2), bucket(2, 4, 1), bucket(3, 2, 0)], [], "totalSessions", settings);
  const tablet = pointsOf([bucket(2, 1, 1), bucket(3, 0, 0)], [], "totalSessions", settings);
  const rows = rowsOf([phone, tablet]);
  expect(rows.map(({ id, values }) => [id, values])).toEqual([
    ["2026-06-01", { 0: 8 }],
    ["2026-06-02", { 0: 4, 1: 1 }],
    ["2026-06-03", { 0: 2, 1: 0 }],
  ]);
  // Today is not over.
  expect(rows.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
});
