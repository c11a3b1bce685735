import { expect, it } from "vitest";
import { stepsOf } from "./journey-steps";

const dates = "?pickupDate=2031-07-01&returnDate=2031-07-08";

it.each([
  ["/", "", null, ["landing"]],
  ["/", dates, null, ["landing", "search"]],
  ["/black", "", null, ["landing", "quiz_intro"]],
  ["/black", "?preview=draft", null, []],
  ["/cars/forester", "", null, ["landing", "car"]],
  ["/booking", dates, { step: 2 }, ["landing", "search", "wizard_1", "wizard_2"]],
  ["/my-booking", "", null, []],
  ["/admin/today", "", null, []],
])("%s%s says how far a visit has come", (path, search, state, steps) => {
  expect(stepsOf(path, search, state)).toEqual(steps);
});
