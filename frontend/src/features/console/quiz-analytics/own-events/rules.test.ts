import { expect, it } from "vitest";
import { comparisonsOf, foundIn, targetWords } from "./rules";

it("offers what was recorded as events", () => {
  const found = foundIn({
    success: true,
    pages: [{ page: "/guide", visits: 4 }],
    presses: [
      { link: "instagram.com/abano", label: "Photos", visits: 3 },
      { link: null, label: "Show more", visits: 2 },
      { link: null, label: null, visits: 1 },
    ],
  });
  expect(found.page[0]?.target).toEqual({ kind: "page", comparison: "is", value: "/guide" });
  expect(found.press.map(({ name }) => name)).toEqual(["Photos · instagram.com/abano", "Show more"]);
  expect(found.press.map(({ target }) => target.comparison)).toEqual(["is", "text"]);
});

it("names an event, and compares no text of a page", () => {
  const target = { kind: "press", comparison: "text", value: "Show more", page: "/" } as const;
  expect(targetWords(target)).toBe("Link or button pressed · Text is Show more · on /");
  expect(comparisonsOf("page").map(([comparison]) => comparison)).toEqual(["is", "starts", "contains"]);
});
