import { expect, it } from "vitest";
import { barsOf, type Step, spanOf, worstOf } from "./rules";

const step = (name: string, visits: number, dropped: number): Step => ({
  step: name,
  questionId: null,
  questionText: null,
  visits,
  share: 0,
  low: 0,
  high: 0,
  dropped,
  dropRate: 0,
  stillActive: 0,
});

it("draws all steps to one scale", () => {
  const bars = barsOf([step("landing", 200, 50), step("booking", 20, 0)]);
  expect(bars.map(({ height, ended }) => [height, ended])).toEqual([
    [100, 25],
    [10, 0],
  ]);
  expect(barsOf([step("landing", 0, 0)])[0]?.height).toBe(0);
});

it("points at the step that most visits ended with, but for the landing and for a handful", () => {
  expect(worstOf([step("landing", 90, 80), step("car", 9, 6), step("search", 30, 7)])?.step).toBe("search");
  expect(worstOf([step("car", 4, 4)])).toBeUndefined();
});

it.each([
  [20, 20, "second"],
  [600, 10, "minute"],
  [9000, 2.5, "hour"],
])("says %s seconds as %s %ss", (seconds, value, unit) => {
  expect(spanOf(seconds)).toEqual({ value, unit });
});
