import { expect, it } from "vitest";
import { occupancyText } from "./columns";

it("shows no occupancy where no day was available", () => {
  expect(occupancyText(null)).toBe("–");
  expect(occupancyText(0)).toBe("0.0%");
});
