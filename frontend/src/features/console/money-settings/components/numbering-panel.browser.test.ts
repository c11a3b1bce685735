import { expect, test } from "vitest";
import { numberOf } from "./numbering-panel";

test.each([
  ["INV", "{series}-{year}-{number:5}", "INV-2026-00042"],
  ["RE", "{series}{year}-{number:4}", "RE2026-0042"],
  ["", "{year:2}/{number}", "26/42"],
  ["A1", "{number:3}/{series}", "042/A1"],
])("series %s in %s is %s, as the server writes it", (series, format, expected) => {
  expect(numberOf({ series, format }, 2026, 42)).toBe(expected);
});
