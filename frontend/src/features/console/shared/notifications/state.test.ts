import { expect, test } from "vitest";
import { newsOf, type TodayCount } from "./state";

const before: TodayCount = {
  success: true,
  dueToday: 3,
  lateReturns: 1,
  newestBookingAt: "2026-06-10T09:00:00Z",
};

test("the first answer is no news", () => {
  expect(newsOf(undefined, before)).toEqual([]);
  expect(newsOf(before, before)).toEqual([]);
});

test("a newer booking on the site and one more late return are news", () => {
  expect(newsOf(before, { ...before, newestBookingAt: "2026-06-10T09:01:00Z" })).toEqual(["booking"]);
  expect(newsOf({ ...before, newestBookingAt: null }, before)).toEqual(["booking"]);
  expect(newsOf(before, { ...before, lateReturns: 2 })).toEqual(["late"]);
});

test("a return that came back and an erased booking are none", () => {
  expect(newsOf(before, { ...before, lateReturns: 0, newestBookingAt: null })).toEqual([]);
});
