import { expect, test } from "vitest";
import { codeSchema, formOf, termsOf } from "./rules";

const empty = formOf(null, null);

function problemsOf(change: Partial<typeof empty>): Record<string, string> {
  const answer = codeSchema.safeParse({ ...empty, ...change });
  return Object.fromEntries((answer.error?.issues ?? []).map((issue) => [issue.path[0], issue.message]));
}

test("everything may stay open", () => {
  expect(problemsOf({})).toEqual({});
  expect(termsOf(codeSchema.parse(empty))).toEqual({
    isActive: true,
    discountPercent: null,
    commissionPercent: null,
    firstDay: null,
    lastDay: null,
    maximumUses: null,
  });
});

test("a comma is a decimal point, and nought is not empty", () => {
  const form = codeSchema.parse({
    ...empty,
    discountPercent: " 12,5 ",
    commissionPercent: "0",
    maximumUses: "3",
  });
  expect(termsOf(form)).toMatchObject({ discountPercent: 12.5, commissionPercent: 0, maximumUses: 3 });
});

test.each([
  [{ code: "two words" }, "code"],
  [{ discountPercent: "101" }, "discountPercent"],
  [{ commissionPercent: "1.234" }, "commissionPercent"],
  [{ maximumUses: "0" }, "maximumUses"],
  [{ maximumUses: "1.5" }, "maximumUses"],
  [{ firstDay: "2026-07-02", lastDay: "2026-07-01" }, "lastDay"],
])("%o is reported beside its field", (change, field) => {
  expect(Object.keys(problemsOf(change))).toEqual([field]);
});
