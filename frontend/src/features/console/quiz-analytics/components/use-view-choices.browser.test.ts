import { expect, test } from "vitest";
import { shapesReader, withShape } from "./use-view-choices";

test("what is shown as a table is a list of known names, each once", () => {
  expect(shapesReader("funnel,map,timeline,funnel")).toBe("timeline,funnel");
  expect(shapesReader("")).toBeUndefined();
});

test("each is chosen on its own", () => {
  expect(withShape(undefined, "funnel", true)).toBe("funnel");
  expect(withShape("timeline,funnel", "funnel", true)).toBe("timeline,funnel");
  expect(withShape("timeline,funnel", "timeline", false)).toBe("funnel");
  expect(withShape("funnel", "funnel", false)).toBeUndefined();
});
