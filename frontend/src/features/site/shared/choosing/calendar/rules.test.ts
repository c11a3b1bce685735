import { expect, it } from "vitest";
import { canPress, latestEnd, nextRange, toDate, toDay } from "./rules";

const limits = { today: "2026-07-01", minimumDays: 3, maxDays: 30, taken: new Set<string>() };
const nothing = { from: "", to: "" };

it("takes the first press for the pickup, the second for the return, the third for another pickup", () => {
  const started = nextRange(nothing, "2026-07-03");
  expect(started).toEqual({ from: "2026-07-03", to: "" });
  const whole = nextRange(started, "2026-07-08");
  expect(whole).toEqual({ from: "2026-07-03", to: "2026-07-08" });
  expect(nextRange(whole, "2026-07-05")).toEqual({ from: "2026-07-05", to: "" });
  expect(nextRange(started, "2026-07-02")).toEqual({ from: "2026-07-02", to: "" });
});

it("lets no day be pressed that has passed or ends the rental too soon or too late", () => {
  expect(canPress("2026-06-30", nothing, limits)).toBe(false);
  expect(canPress("2026-07-01", nothing, limits)).toBe(true);
  expect(canPress("2029-01-01", nothing, limits)).toBe(false);
  const started = { from: "2026-07-03", to: "" };
  expect(["2026-07-04", "2026-07-05"].some((day) => canPress(day, started, limits))).toBe(false);
  expect(canPress("2026-07-06", started, limits)).toBe(true);
  expect(canPress("2026-08-02", started, limits)).toBe(true);
  expect(canPress("2026-08-03", started, limits)).toBe(false);
});

it("ends no rental after a taken day, but may end it on its morning", () => {
  const taken = { ...limits, taken: new Set(["2026-07-10", "2026-07-11"]) };
  expect(canPress("2026-07-10", nothing, taken)).toBe(false);
  const started = { from: "2026-07-05", to: "" };
  expect(latestEnd(started.from, taken)).toBe("2026-07-10");
  expect(canPress("2026-07-10", started, taken)).toBe(true);
  expect(canPress("2026-07-12", started, taken)).toBe(false);
  // After it, all is as ever.
  expect(latestEnd("2026-07-12", taken)).toBe("2026-08-11");
});

it("keeps a day through the library's dates", () => {
  for (const day of ["2026-01-01", "2026-03-29", "2026-12-31"]) expect(toDay(toDate(day))).toBe(day);
});
