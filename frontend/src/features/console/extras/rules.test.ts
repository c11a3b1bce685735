import { expect, it } from "vitest";
import { filled, linesOf } from "./rules";

it("reads lines while somebody still types the next one, and saves those that say something", () => {
  expect(linesOf("Collision\n\nTheft\n")).toEqual(["Collision", "Theft", ""]);
  expect(filled(["Collision ", "", " Theft"])).toEqual(["Collision", "Theft"]);
});
