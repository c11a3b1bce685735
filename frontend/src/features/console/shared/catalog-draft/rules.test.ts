import { expect, test } from "vitest";
import { amountOf, camelCodeOf, changedFields, codeOf } from "./rules";

test("only what was changed is sent", () => {
  const before = { name: "Forester", rates: [{ minDays: 1, dailyRate: 57 }], seats: 5 };
  expect(changedFields(before, { ...before, rates: [{ minDays: 1, dailyRate: 57 }] })).toEqual({});
  expect(changedFields(before, { ...before, rates: [{ minDays: 1, dailyRate: 60 }] })).toEqual({
    rates: [{ minDays: 1, dailyRate: 60 }],
  });
});

test("a code is made out of a name", () => {
  expect(codeOf("Škoda Octavia  Combi")).toBe("skoda-octavia-combi");
  expect(codeOf("თბილისი")).toBe("");
  expect(camelCodeOf("2nd baby seat")).toBe("ndBabySeat");
});

test("an amount is read as it is typed", () => {
  expect(amountOf("57,50")).toBe(57.5);
  expect(amountOf(" ")).toBeNull();
  expect(amountOf("much")).toBeNaN();
});
