import { expect, test } from "vitest";
import { itemsOf, type Suggestions, withAccepted } from "./api";

test("an accepted price is no suggestion any more; other days and models stay", () => {
  const cell = { available: 2, isAccepted: false, price: 50, rented: 2, rule: 0, suggested: 60 };
  const plain = { ...cell, rule: null, suggested: null };
  const shown: Suggestions = {
    revision: "1",
    currency: "EUR",
    timezone: "Asia/Tbilisi",
    days: ["2026-12-01", "2026-12-02"],
    rules: [],
    unpublished: 0,
    models: [
      { car: "a", name: "Jimny", cells: [cell, cell] },
      { car: "b", name: "Duster", cells: [cell, plain] },
    ],
  };
  const [first] = itemsOf(shown);
  if (!first) throw new Error("no item");
  const cells = withAccepted(shown, [first])?.models.map((model) => model.cells);
  expect(cells).toEqual([
    [{ ...plain, isAccepted: true, price: 60 }, cell],
    [cell, plain],
  ]);
});
