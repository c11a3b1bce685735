import { expect, test } from "vitest";
import type { View } from "../rules/view";
import { filtersOf } from "./rules";

const view: View = { year: 2026, month: 6, days: undefined, filters: {} };

test("a report has the filters of the view and not its period", () => {
  expect(filtersOf(view)).toBe("");
  expect(filtersOf({ ...view, filters: { utmCampaign: "a&b", device: "phone" } })).toBe(
    "utmCampaign=a%26b&device=phone",
  );
});
