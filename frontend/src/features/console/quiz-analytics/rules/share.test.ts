import { expect, it } from "vitest";
import { shareOf } from "./share";

it("is a dash where there is nothing to be a share of", () => {
  expect(shareOf(0, 0)).toBe("–");
  expect(shareOf(0, 12)).toBe("0.0%");
});
