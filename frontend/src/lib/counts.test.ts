import { expect, it } from "vitest";
import { countOf } from "./counts";

it.each([
  [0, "0 days"],
  [1, "1 day"],
  [2, "2 days"],
  [1200, "1,200 days"],
])("%s is said as %s", (count, text) => expect(countOf(count, "day")).toBe(text));

it("takes a plural that an s does not make", () => {
  expect(countOf(1, "person", "people")).toBe("1 person");
  expect(countOf(3, "person", "people")).toBe("3 people");
});
