import { expect, it } from "vitest";
import { callingCodes } from "./calling-codes";
import { joinPhone, readPhone } from "./phone";

it.each([
  ["+995 (599) 12-34-56", "+995 599 12 34 56"],
  ["00995599123456", "+995 599123456"],
  ["00 995 599 12 34 56", "+995 599 12 34 56"],
  ["599 12 34 56", "+995 599 12 34 56"],
  ["995599123456", "+995 599123456"],
  ["995 599", "+995 995 599"],
  ["tel:+44-20-7946-0000", "+44 20 7946 0000"],
  ["+44 (0)20 7946 0000", "+44 20 7946 0000"],
  ["\u202a+49 1512 3456789\u202c", "+49 1512 3456789"],
  ["+1 (876) 555-1234", "+1876 555 1234"],
  ["+12025550123", "+1 2025550123"],
  ["\uff0b995 599123456", "+995 599123456"],
  ["", "+995 "],
  ["+", "+"],
  ["0599123456", "+995 0599123456"],
])("%s is %s", (text, number) => {
  expect(joinPhone(readPhone(text, "+995"))).toBe(number);
});

it("reads what it wrote", () => {
  for (const { prefix } of callingCodes) {
    const written = joinPhone({ prefix, number: "555 123 456" });
    expect(readPhone(written, "+995")).toEqual({ prefix, number: "555 123 456" });
  }
});

it("knows each region once", () => {
  expect(new Set(callingCodes.map((item) => item.region)).size).toBe(callingCodes.length);
  expect(
    callingCodes.every((item) => /^[A-Z]{2}$/.test(item.region) && /^\+\d{1,4}$/.test(item.prefix)),
  ).toBe(true);
});
