import { expect, it } from "vitest";
import { hoursOf, hoursWords, isWithin } from "./hours";

it("reads days and hours of the week, and nothing else", () => {
  expect(hoursOf("5:14")).toEqual({ days: [5, 5], hours: [14, 15] });
  expect(hoursOf("1-5:9-17")).toEqual({ days: [1, 5], hours: [9, 17] });
  for (const text of ["8:1", "5:24", "5-1:9", "5:17-9", "5", "5:9-25", "5:9;"])
    expect(hoursOf(text)).toBeUndefined();
});

it("says what lies within, and calls it by name", () => {
  expect([isWithin("1-5:9-17", 5, 16), isWithin("1-5:9-17", 5, 17), isWithin("1-5:9-17", 6, 9)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(hoursWords("5:14")).toBe("Fri 14:00 – 15:00");
  expect(hoursWords("1-7:0-24")).toBe("Mon – Sun");
});
