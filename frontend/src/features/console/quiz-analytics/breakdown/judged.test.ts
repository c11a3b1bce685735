import { expect, it } from "vitest";
import { judged } from "./judged";

const step = (id: string, reached: number, ended: number) => ({ id, name: id, reached, ended });

it("marks only what differs from all other sessions by more than chance, judged over the whole table", () => {
  const all = [step("q1", 2000, 300), step("q2", 1700, 170)];
  const phone = [step("q1", 1000, 220), step("q2", 780, 80)];
  const desktop = [step("q1", 990, 80), step("q2", 910, 89)];
  const tablet = [step("q1", 10, 0)];
  expect(judged(all, [phone, desktop, tablet])).toEqual([
    ["real", "chance"],
    ["real", "chance"],
    ["too_few", "too_few"],
  ]);
});

it("takes figures of two moments, of which a value has more than all, as without others", () =>
  expect(judged([step("q1", 10, 2)], [[step("q1", 12, 3)]])).toEqual([["too_few"]]));
