import { expect, test, vi } from "vitest";
import { formatCurrencyName, formatMoment, formatShortMoment, formatTime, timeLeft } from "./format";

test("moments are shown on the company's clocks", () => {
  expect(formatMoment("2026-06-30T21:30:00Z", "Asia/Tbilisi")).toBe("1 Jul 2026, 01:30");
  expect(formatShortMoment("2026-06-30T21:30:00Z", "Asia/Tbilisi")).toBe("Wed 1 Jul, 01:30");
  expect(formatTime("2026-06-30T21:30:00Z", "Asia/Tbilisi")).toBe("01:30");
});

test.each([
  ["2026-06-10T12:20:00Z", "3 h 20 min"],
  ["2026-06-10T10:00:00Z", "1 h"],
  ["2026-06-10T09:11:30Z", "12 min"],
  ["2026-06-10T09:00:01Z", "1 min"],
  ["2026-06-10T09:00:00Z", null],
  ["2026-06-09T09:00:00Z", null],
])("until %s there is %s left", (until, expected) => {
  expect(timeLeft(until, new Date("2026-06-10T09:00:00Z"))).toBe(expected);
});

test("names of currencies are looked up in one list", () => {
  const make = vi.spyOn(Intl, "DisplayNames");
  expect(["EUR", "USD", "GEL"].map(formatCurrencyName)).toEqual(["Euro", "US Dollar", "Georgian Lari"]);
  expect(make).toHaveBeenCalledTimes(1);
  make.mockRestore();
});
