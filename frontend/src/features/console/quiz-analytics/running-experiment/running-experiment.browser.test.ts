import { expect, test } from "vitest";
import { segmentsOf } from "../compare/segment";
import { armSearch } from "./running-experiment";

test("a version is shown in the days of the experiment, and another beside it in the same days", () => {
  const days = { from: "2026-06-10", to: "2026-06-20" };
  expect(armSearch("v1", days.from, days.to)).toBe("?from=2026-06-10&to=2026-06-20&quizVersion=v1");
  const search = armSearch("v1", days.from, days.to, "v2");
  expect(new URLSearchParams(search).get("quizVersion")).toBe("v1");
  const beside = segmentsOf(search, days.to)[0]?.view;
  expect([beside?.days, beside?.filters.quizVersion]).toEqual([days, "v2"]);
});
