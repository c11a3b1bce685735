import { expect, it } from "vitest";
import type { ChainFigures } from "./api";
import { chainSteps } from "./chain-rules";

const figures: ChainFigures = {
  clicks: 400,
  visits: 360,
  sessions: 90,
  bookings: 12.5,
  bookingsValue: 5000,
  keptBookings: 10,
  keptValue: 4000,
  cost: 1000,
  costPerClick: 2.5,
  costPerVisit: 2.78,
  costPerSession: 11.11,
  costPerBooking: 80,
  costPerKept: 100,
  visitRate: 90,
  sessionRate: 25,
  bookingRate: 13.9,
  keptRate: 80,
};

it("shows each step against the largest, with its rate, cost and value", () => {
  const steps = chainSteps(figures);
  expect(steps.map(({ text }) => text)).toEqual(["400", "360", "90", "12.5", "10"]);
  expect(steps.map(({ width }) => width)).toEqual([100, 90, 22.5, 3.125, 2.5]);
  expect(steps.map(({ rate }) => rate)).toEqual([null, 90, 25, 13.9, 80]);
  expect(steps.map(({ costPer }) => costPer)).toEqual([2.5, 2.78, 11.11, 80, 100]);
  expect(steps.map(({ value }) => value)).toEqual([null, null, null, 5000, 4000]);
});

it("has no bar and no number where a step is not known", () => {
  const [clicks, visits, sessions] = chainSteps({ ...figures, clicks: null, visits: null });
  expect([clicks?.text, visits?.text]).toEqual([null, null]);
  expect([clicks?.width, visits?.width, sessions?.width]).toEqual([0, 0, 100]);
});
