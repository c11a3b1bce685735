import { expect, it } from "vitest";
import { feesOf, feeTable, pointOf, pointText, withDay } from "./rules";

it.each([
  ["46.8533, 9.529", { latitude: 46.8533, longitude: 9.529 }],
  [" 41.6877 44.8111 ", { latitude: 41.6877, longitude: 44.8111 }],
  ["-33.9;-151.2", { latitude: -33.9, longitude: -151.2 }],
  ["91, 10", null],
  ["10, 181", null],
  ["Chur", null],
  ["46.8533", null],
])("%s is a point", (text, point) => expect(pointOf(text)).toEqual(point));

it("shows a point as it is read", () => {
  expect(pointText({ latitude: 46.8533, longitude: 9.529 })).toBe("46.8533, 9.529");
  expect(pointText({ latitude: null, longitude: null })).toBe("");
});

it("keeps fees by pickup and return, and lists none that costs nothing", () => {
  const fees = [
    { pickup: "chur", dropoff: "zurich", fee: 45 },
    { pickup: "zurich", dropoff: "chur", fee: 40 },
  ];
  const table = feeTable(fees);
  expect(table).toEqual({ chur: { zurich: 45 }, zurich: { chur: 40 } });
  expect(feesOf(table)).toEqual(fees);
  expect(feesOf({ ...table, chur: { zurich: 0, bern: null } })).toEqual([fees[1]]);
});

it("replaces the hours of one weekday", () => {
  const monday = { weekday: 1, opens: "09:00", closes: "18:00" };
  const morning = { weekday: 2, opens: "08:00", closes: "12:00" };
  const evening = { weekday: 2, opens: "14:00", closes: "20:00" };
  expect(withDay([monday, morning], 2, [evening, morning])).toEqual([monday, morning, evening]);
  expect(withDay([monday, morning], 1, [])).toEqual([morning]);
});
