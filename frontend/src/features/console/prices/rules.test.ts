import { expect, it } from "vitest";
import { type Car, nextDays, type Season, seasonRates, stretches, withPercent, withRates } from "./rules";

const season = (code: string, starts: string, ends: string, more: Partial<Season> = {}): Season => ({
  code,
  name: code,
  starts,
  ends,
  everyYear: true,
  onlyListedCars: false,
  percent: 0,
  rates: {},
  position: 0,
  translations: {},
  ...more,
});
const high = season("high", "2026-06-15", "2026-09-15", { percent: 20 });
const winter = season("winter", "2026-12-20", "2027-01-10");
const festival = season("festival", "2027-07-10", "2027-07-12", { everyYear: false });

it("cuts a year where another season begins, the first of the list before the others", () => {
  expect(stretches([festival, high, winter], "2027-01-01", 365)).toEqual([
    { from: "2027-01-01", days: 10, season: 2 },
    { from: "2027-01-11", days: 155, season: null },
    { from: "2027-06-15", days: 25, season: 1 },
    { from: "2027-07-10", days: 3, season: 0 },
    { from: "2027-07-13", days: 65, season: 1 },
    { from: "2027-09-16", days: 95, season: null },
    { from: "2027-12-20", days: 12, season: 2 },
  ]);
});

it("finds when a season comes next, and that one of a single year has passed", () => {
  expect(nextDays(high, "2026-11-22")).toEqual({ from: "2027-06-15", until: "2027-09-15" });
  expect(nextDays(high, "2027-08-01")).toEqual({ from: "2027-08-01", until: "2027-09-15" });
  expect(nextDays(winter, "2026-11-22")).toEqual({ from: "2026-12-20", until: "2027-01-10" });
  expect(nextDays(festival, "2027-07-13")).toBeNull();
});

it("has a car's own prices in a season before the percent", () => {
  const rates = [
    { minDays: 1, dailyRate: 57 },
    { minDays: 4, dailyRate: 55 },
  ];
  const car = { slug: "forester", baseRate: 57, rates } as unknown as Car;
  expect(seasonRates(car, high).map((rate) => rate.dailyRate)).toEqual([68, 66]);
  expect(seasonRates({ ...car, rates: [] }, high)).toEqual([{ minDays: 1, dailyRate: 68 }]);
  const own = withRates(high.rates, "forester", [{ minDays: 1, dailyRate: 70 }]);
  expect(seasonRates(car, { ...high, rates: own })).toEqual([{ minDays: 1, dailyRate: 70 }]);
  expect(withRates(own, "forester", null)).toEqual({});
});

it.each([
  [55, 10, 61],
  [55, -10, 50],
  [57.5, 0, 57.5],
  [45, -15, 38],
])("%d with %d percent is %d", (rate, percent, expected) =>
  expect(withPercent(rate, percent)).toBe(expected),
);
