import { expect, it } from "vitest";
import { viewBefore } from "./view";
import { viewYearBefore, yearBeforeOf, yearEarlier } from "./year-before";

const view = (from: string, to: string) => ({
  year: 2026,
  month: undefined,
  days: { from, to },
  filters: {},
});
const at = (day: string, hour = "00") => `${day}T${hour}:00:00+04:00`;
const span = (from: string, until: string) => ({ start: at(from), end: at(until) });

it("is the same dates, and the last of February for the 29th", () => {
  expect(yearEarlier("2026-06-10")).toBe("2025-06-10");
  expect(yearEarlier("2024-02-29")).toBe("2023-02-28");
  expect(yearEarlier("2025-02-28")).toBe("2024-02-28");
});

it.each([
  ["2026-06-01", "2026-06-30", "2025-06-01", "2025-06-30"],
  ["2024-02-29", "2024-03-31", "2023-02-28", "2023-03-31"],
  ["2025-12-20", "2026-01-10", "2024-12-20", "2025-01-10"],
])("compares %s to %s with %s to %s", (from, to, first, last) => {
  expect(viewYearBefore(view(from, to)).days).toEqual({ from: first, to: last });
});

it("compares a running period with as much of the year before", () => {
  expect(viewBefore(view("2026-11-01", "2026-11-30"), "2026-11-20", "year").days).toEqual({
    from: "2025-11-01",
    to: "2025-11-20",
  });
  const year = { year: 2026, month: undefined, days: undefined, filters: { device: "phone" } };
  expect(viewBefore(year, "2026-11-20", "year")).toMatchObject({
    days: { from: "2025-01-01", to: "2025-11-20" },
    filters: { device: "phone" },
  });
});

it("finds days, hours and months by their dates, whatever lies between", () => {
  const days = ["2024-02-28", "2024-02-29", "2024-03-01"].map((day) => span(day, day));
  const before = ["2023-02-28", "2023-03-01"].map((day) => span(day, day));
  expect(yearBeforeOf(days, before, "day").map((one) => one?.start.slice(0, 10))).toEqual([
    "2023-02-28",
    undefined,
    "2023-03-01",
  ]);
  const hours = ["05", "06"].map((hour) => ({ start: at("2026-06-10", hour), end: "" }));
  const hoursBefore = ["04", "06"].map((hour) => ({ start: at("2025-06-10", hour), end: "" }));
  expect(yearBeforeOf(hours, hoursBefore, "hour")).toEqual([undefined, hoursBefore[1]]);
  // From 29 February on, and from the 28th a year earlier.
  const [months, monthsBefore] = [[span("2024-02-29", "2024-03-01")], [span("2023-02-28", "2023-03-01")]];
  expect(yearBeforeOf(months, monthsBefore, "month")).toEqual(monthsBefore);
});

it("finds the week that shares most of its dates", () => {
  // Monday 5 January 2026 was a Sunday a year earlier.
  const weeks = [span("2026-01-05", "2026-01-12"), span("2026-01-12", "2026-01-19")];
  const before = [
    span("2025-01-05", "2025-01-06"),
    span("2025-01-06", "2025-01-13"),
    span("2025-01-13", "2025-01-20"),
  ];
  expect(yearBeforeOf(weeks, before, "week")).toEqual(before.slice(1));
  expect(yearBeforeOf(weeks, [span("2024-01-01", "2024-01-08")], "week")).toEqual([undefined, undefined]);
});
