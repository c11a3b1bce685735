import { expect, it } from "vitest";
import { whenWritten } from "./review-card";

const now = Date.parse("2026-11-22T12:00:00Z");

it.each([
  ["2026-11-21", "This week"],
  ["2026-11-06", "2 weeks ago"],
  ["2026-10-19", "1 month ago"],
  ["2026-05-17", "6 months ago"],
  ["2024-05-17", "2 years ago"],
  // A clock that goes slow.
  ["2026-11-24", "This week"],
])("a review of %s was written: %s", (writtenOn, words) => {
  expect(whenWritten(writtenOn, now)).toBe(words);
});
