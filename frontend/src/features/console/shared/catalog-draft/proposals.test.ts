import { expect, test } from "vitest";
import { batches } from "@/features/console/shared/translations/rules";
import { gapsOf, isUnchecked, withChecked, withProposals } from "./proposals";

const fields = ["label", "description", "bullets"];
const values = {
  label: "Full",
  description: "",
  bullets: ["Glass", "Tyres"],
  translations: { ka: { label: "სრული", bullets: [] } },
};

test("what other languages lack of the first is a gap, a line of a list each", () => {
  const gaps = gapsOf(values, ["ka", "ru"], fields);
  expect(gaps.map(({ language, parts }) => [language, parts.map((part) => part.text)])).toEqual([
    ["ka", ["Glass", "Tyres"]],
    ["ru", ["Full", "Glass", "Tyres"]],
  ]);
});

test("proposals fill empty fields alone and are unchecked until someone checks them", () => {
  const [, gap] = gapsOf(values, ["ka", "ru"], fields);
  if (!gap) throw new Error("no gap");
  const typed = { ...values.translations, ru: { label: "Полная" } };
  const filled = withProposals(typed, gap, ["Полный", "Стёкла", "Шины"]);
  expect(filled.ru).toEqual({ label: "Полная", bullets: ["Стёкла", "Шины"], unchecked: ["bullets"] });
  expect(isUnchecked(filled, "ru", "bullets")).toBe(true);
  expect(isUnchecked(withChecked(filled, "ru", "bullets"), "ru", "bullets")).toBe(false);
  // A list is filled with all of its lines, or not at all.
  expect(withProposals(typed, gap, ["Полный", null, "Шины"])).toEqual(typed);
});

test("a call has at most 20 texts and 10,000 characters", () => {
  expect(batches(Array.from({ length: 45 }, () => "x")).map((each) => each.length)).toEqual([20, 20, 5]);
  expect(batches(["x".repeat(6000), "x".repeat(6000), "y"]).map((each) => each.length)).toEqual([1, 2]);
});
