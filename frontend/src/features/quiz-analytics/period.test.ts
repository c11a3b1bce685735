import { expect, it } from "vitest";
import { periodBefore, periodFrom, selectableYears } from "./period";

it("offers 2023 to 2026, and later years as they come", () => {
  expect(selectableYears(2025)).toEqual([2023, 2024, 2025, 2026]);
  expect(selectableYears(2028).at(-1)).toBe(2028);
});

it.each([
  ["", { year: 2026, month: undefined }],
  ["year=2024&month=02", { year: 2024, month: 2 }],
  ["year=1999&month=13", { year: 2026, month: undefined }],
  ["month=x", { year: 2026, month: undefined }],
])("reads %s", (text, period) => expect(periodFrom(new URLSearchParams(text), 2026)).toEqual(period));

it("compares with the period before", () => {
  expect(periodBefore({ year: 2026, month: 1 })).toEqual({ year: 2025, month: 12 });
  expect(periodBefore({ year: 2026, month: 7 })).toEqual({ year: 2026, month: 6 });
  expect(periodBefore({ year: 2026, month: undefined })).toEqual({ year: 2025, month: undefined });
});
