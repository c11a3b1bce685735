import { expect, test } from "vitest";
import { momentIn, nowIn } from "./dates";

test.each([
  ["Asia/Tbilisi", "2026-07-01T09:00", "2026-07-01T05:00:00.000Z"],
  ["Europe/Vienna", "2026-07-01T09:00", "2026-07-01T07:00:00.000Z"],
  ["Europe/Vienna", "2026-12-01T00:00", "2026-11-30T23:00:00.000Z"],
  // The morning after the clocks were changed.
  ["Europe/Vienna", "2026-03-29T03:30", "2026-03-29T01:30:00.000Z"],
  ["Europe/Vienna", "2026-10-25T04:00", "2026-10-25T03:00:00.000Z"],
])("in %s %s is %s", (zone, wallTime, moment) => {
  expect(momentIn(zone, wallTime)).toBe(moment);
  expect(nowIn(zone, new Date(moment))).toBe(wallTime);
});
