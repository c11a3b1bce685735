import { expect, it } from "vitest";
import { countChange, evidenceOf, rateChange, shareOf } from "./change";

it("reports more than chance only with enough data", () => {
  expect(evidenceOf({ part: 90, whole: 1000 }, { part: 50, whole: 1000 })).toBe("real");
  expect(evidenceOf({ part: 54, whole: 1000 }, { part: 50, whole: 1000 })).toBe("chance");
  expect(evidenceOf({ part: 3, whole: 20 }, { part: 0, whole: 20 })).toBe("too_few");
  expect(evidenceOf({ part: 0, whole: 0 }, { part: 50, whole: 1000 })).toBe("too_few");
  expect(evidenceOf({ part: 0, whole: 0 }, { part: 0, whole: 0 })).toBe("too_few");
  expect(evidenceOf({ part: 30, whole: 30 }, { part: 30, whole: 30 })).toBe("too_few");
});

it("writes changes with their sign", () => {
  expect(countChange(112, 100)?.text).toBe("+12%");
  expect(countChange(50, 100)?.text).toBe("−50%");
  expect(countChange(100, 100)?.text).toBe("±0%");
  expect(countChange(50, 9)).toBeUndefined();
  expect(rateChange(4.4, 3.2).text).toBe("+1.2 points");
  expect(rateChange(3.2, 3.2).text).toBe("±0.0 points");
});

it("says where a figure moved", () => {
  expect(
    [countChange(112, 100), rateChange(3.2, 4.4), rateChange(3.2, 3.22)].map((change) => change?.direction),
  ).toEqual([1, -1, 0]);
});

it("is a dash where there is nothing to be a share of", () => {
  expect(shareOf(0, 0)).toBe("–");
  expect(shareOf(0, 12)).toBe("0.0%");
});
