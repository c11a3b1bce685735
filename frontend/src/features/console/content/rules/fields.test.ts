import { expect, it } from "vitest";
import { changedParts, hasProblem, moved, problemsOf } from "./fields";

it("moves an item up and down, and leaves it where there is no place beyond", () => {
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

it("saves only what was changed, so that others may change the rest", () => {
  const read = { title: "Terms", sections: [{ heading: "1" }], introduction: "Hello" };
  expect(changedParts(read, { ...read, sections: [{ heading: "2" }] })).toEqual({
    sections: [{ heading: "2" }],
  });
  expect(changedParts(read, structuredClone(read))).toEqual({});
});

it("finds the field that the server speaks of, when saving and when publishing", () => {
  const problems = problemsOf([
    { field: "parts.faq.0.answer", message: "Please fill in this field" },
    { field: "en.title", message: "Please fill in this field" },
  ]);
  expect([...problems.keys()]).toEqual(["faq.0.answer", "title"]);
  expect(hasProblem(problems, "faq")).toBe(true);
  expect(hasProblem(problems, "faq.0")).toBe(true);
  expect(hasProblem(problems, "fa")).toBe(false);
});
