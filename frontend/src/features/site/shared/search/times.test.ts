import { expect, it } from "vitest";
import { choicesAt, clock, timesOf } from "./times";

const always = { code: "tbilisi", openingHours: [], outOfHoursFee: 0 };
// 2026-07-01 is a Wednesday; on the Sunday it is closed.
const office = {
  code: "office",
  openingHours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: "10:00", closes: "18:00" })),
  outOfHoursFee: 20,
};
const places = [always, office];
const form = {
  pickupLocation: "tbilisi",
  dropoffLocation: "tbilisi",
  pickupDate: "2026-07-01",
  pickupTime: "",
  returnDate: "2026-07-08",
  returnTime: "",
};
const before = "2026-06-30T12:00";

it.each([
  [
    "the usual one, before anything is chosen",
    { pickupLocation: "", pickupDate: "" },
    before,
    "09:00",
    "09:00",
  ],
  ["the usual one, where it is open", {}, before, "09:00", "09:00"],
  ["the first hour of the place", { pickupLocation: "office" }, before, "10:00", "10:00"],
  ["the next half hour of today", {}, "2026-07-01T13:10", "13:30", "13:30"],
  [
    "the usual one on a closed day",
    { pickupLocation: "office", pickupDate: "2026-07-05" },
    before,
    "09:00",
    "09:00",
  ],
  ["the usual one when the day is nearly over", {}, "2026-07-01T23:40", "09:00", "09:00"],
  ["a return at the hour of the pickup", { pickupTime: "14:00" }, before, "14:00", "14:00"],
  ["a return before closing", { pickupTime: "21:00", dropoffLocation: "office" }, before, "21:00", "18:00"],
  ["what was chosen", { pickupTime: "21:00", returnTime: "22:30" }, before, "21:00", "22:30"],
])("%s", (_, change, now, pickupTime, returnTime) => {
  expect(timesOf({ ...form, ...change }, places, now)).toEqual({ pickupTime, returnTime });
});

it("offers half hours that have not passed, those with a fee apart, and whatever is chosen", () => {
  const offered = choicesAt(office, "2026-07-01", "10:00", before);
  expect([offered.open.at(0), offered.open.at(-1), offered.open.length]).toEqual(["10:00", "18:00", 17]);
  expect(offered.closed).toHaveLength(48 - 17);
  expect(choicesAt(always, "2026-07-01", "22:00", "2026-07-01T22:10").open).toEqual([
    "22:00",
    "22:30",
    "23:00",
    "23:30",
  ]);
  expect(choicesAt(always, "2026-07-02", "09:15", before).open).toHaveLength(49);
  // A company that asks nothing for it has no hours to warn of.
  expect(choicesAt({ ...office, outOfHoursFee: 0 }, "2026-07-01", "09:00", before).closed).toEqual([]);
});

it("reads times of an address", () => {
  expect(["09:00", "23:59"].map(clock)).toEqual(["09:00", "23:59"]);
  expect(["24:00", "9:00", "noon", ""].map(clock)).toEqual([undefined, undefined, undefined, undefined]);
});
