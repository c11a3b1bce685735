import { expect, it } from "vitest";
import { exactly, isChoiceOf, matchOf, matchText } from "./match";

it("reads and writes what a filter asks for", () => {
  expect(matchOf("brand | search")).toEqual({ operator: "is", values: ["brand | search"] });
  expect(matchOf("not:google|bing")).toEqual({ operator: "not", values: ["google", "bing"] });
  for (const text of ["google", "is:google|bing", "not:google", "contains:summer", String.raw`is:a\|b|c\\d`])
    expect(matchText(matchOf(text))).toBe(text);
  expect(matchText({ operator: "not", values: [] })).toBeUndefined();
});

it("takes a value of the data as it is", () => {
  for (const value of ["google", "brand | search", "not:a test", String.raw`back\slash`])
    expect(matchOf(exactly(value))).toEqual({ operator: "is", values: [value] });
});

it("chooses among known values", () => {
  const read = isChoiceOf(["phone", "tablet"]);
  expect(["phone", "is:phone|tablet", "not:phone"].map(read)).toEqual([
    "phone",
    "is:phone|tablet",
    "not:phone",
  ]);
  expect(["pager", "is:phone|pager", "contains:phone", "not:"].map(read)).toEqual(Array(4).fill(undefined));
});
