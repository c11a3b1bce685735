import { expect, it } from "vitest";
import { scaleOf } from "./scale";

const answer = (count: number, conversionRate: number, high: number, evidence: "chance" | "too_few") => ({
  text: "A",
  value: "a",
  count,
  percentage: 50,
  conversions: 1,
  conversionRate,
  low: 0,
  high,
  lift: 0,
  significant: false,
  evidence,
});
const question = (...answers: ReturnType<typeof answer>[]) => ({
  questionId: "q",
  questionText: "Q",
  totalResponses: 1,
  totalConversions: 1,
  questionConversionRate: 50,
  answers,
});

it("holds every rate that says something, with its interval", () => {
  expect(scaleOf([question(answer(900, 4, 5.5, "chance"))], 3)).toBe(8);
  expect(scaleOf([question(answer(900, 40, 44, "chance"))], 3)).toBe(40);
});

it("is not squeezed by a lucky few", () => {
  expect(scaleOf([question(answer(900, 4, 5, "chance"), answer(1, 100, 100, "too_few"))], 3)).toBe(8);
});

it("has an edge without any booking", () => expect(scaleOf([], 0)).toBe(1));
