import { expect, test } from "vitest";
import { answersText, type View } from "../rules/view";
import { filtersOf } from "./rules";

const view: View = { year: 2026, month: 6, days: undefined, filters: {} };

test("a report has the filters of the view and not its period", () => {
  expect(filtersOf(view)).toBe("");
  expect(filtersOf({ ...view, filters: { utmCampaign: "a&b", device: "phone" } })).toBe(
    "utmCampaign=a%26b&device=phone",
  );
  const answer = answersText(["q1:leisure", "q2:no"]) ?? "";
  expect(filtersOf({ ...view, filters: { answer } })).toBe("answer=q1%3Aleisure&answer=q2%3Ano");
});
