import { expect, it } from "vitest";
import { afterPress, isPressed } from "./toggle";

it("filters by a value, and pressed again no longer", () => {
  const campaign = { utmSource: "google", utmCampaign: "not:sale" };
  expect(isPressed({}, campaign)).toBe(false);
  const filters = afterPress({ device: "phone" }, campaign);
  // A name that reads like an operator is still one value.
  expect(filters).toEqual({ utmSource: "google", utmCampaign: "is:not:sale" });
  expect(isPressed(filters, campaign)).toBe(true);
  expect(afterPress(filters, campaign)).toEqual({ utmSource: undefined, utmCampaign: undefined });
});

it("keeps answers to other questions, and takes one for a question", () => {
  const filters = { answer: "q1:leisure;q2:yes" };
  expect(afterPress(filters, { answer: "q2:no" })).toEqual({ answer: "q1:leisure;q2:no" });
  expect(afterPress(filters, { answer: "q2:yes" })).toEqual({ answer: "q1:leisure" });
  expect(afterPress({ answer: "q2:yes" }, { answer: "q2:yes" })).toEqual({ answer: undefined });
});
