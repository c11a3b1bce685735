import { expect, test } from "vitest";
import { readAmount, restOf, typedAmount } from "./amounts";

test("an amount is read with a comma, a point and spaces", () => {
  expect(readAmount("12,50")).toBe(12.5);
  expect(readAmount(" 1 250.05 ")).toBe(1250.05);
  expect(readAmount("80")).toBe(80);
});

test("what is no amount is none", () => {
  for (const text of ["", "-5", "1.005", "abc", "1,000.50", "1e3", "123456789"]) {
    expect(readAmount(text)).toBeNull();
  }
});

test("an amount to begin with has cents only where there are some", () => {
  expect([typedAmount(85), typedAmount(85.5), typedAmount(0), typedAmount(-5)]).toEqual([
    "85",
    "85.50",
    "",
    "",
  ]);
});

test("what is left is exact to the cent", () => {
  expect(restOf(300.3, 100.1, 200.1)).toBe(0.1);
  expect(restOf(10, 12)).toBe(-2);
});
