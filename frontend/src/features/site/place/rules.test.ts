import { expect, it } from "vitest";
import { hoursLines } from "./rules";

const day = (weekday: number, opens = "09:00", closes = "18:00") => ({ weekday, opens, closes });

it("says days with the same hours in one line, and closed days too", () => {
  const week = [...[1, 2, 3, 4, 5].map((weekday) => day(weekday)), day(6, "10:00", "14:00")];
  expect(hoursLines(week)).toEqual([
    { from: 1, to: 5, times: [{ opens: "09:00", closes: "18:00" }] },
    { from: 6, to: 6, times: [{ opens: "10:00", closes: "14:00" }] },
    { from: 7, to: 7, times: [] },
  ]);
});

it("keeps a break at noon, in order", () => {
  expect(hoursLines([day(1, "14:00", "18:00"), day(1, "09:00", "12:00")])[0]?.times).toEqual([
    { opens: "09:00", closes: "12:00" },
    { opens: "14:00", closes: "18:00" },
  ]);
});

it("says nothing of a place that is always open", () => {
  expect(hoursLines([])).toEqual([]);
});
