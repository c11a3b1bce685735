import { describe, expect, it } from "vitest";
import { testSite } from "@/testing/site";
import { dailyRate, deliveryFee, estimateDays, showcasePrice } from "./rules";

const book = testSite();

describe("daily rates", () => {
  it.each([
    ["Subaru Forester", 1, 57],
    ["Subaru Forester", 3, 57],
    ["Subaru Forester", 4, 55],
    ["Subaru Forester", 7, 55],
    ["Subaru Forester", 14, 51],
    ["  subaru   FORESTER ", 30, 51],
    ["Jeep Wrangler", 3, 72],
    ["Jeep Wrangler", 4, 70],
    ["Jeep Wrangler", 7, 68],
    ["Jeep Wrangler", 14, 65],
    ["Lada Niva", 3, 60],
    ["Lada Niva", 7, 57],
  ])("%s for %i days", (car, days, rate) => expect(dailyRate(book, car, days)).toBe(rate));
});

describe("totals", () => {
  it("adds delivery", () => {
    expect(showcasePrice(book, "Subaru Forester", 7, "tbilisi", "batumi")).toEqual({
      days: 7,
      dailyRate: 55,
      baseTotal: 385,
      deliveryFee: 100,
      totalPrice: 485,
    });
  });
  it.each([
    ["Tbilisi ", "BATUMI", 100],
    ["batumi", "tbilisi", 100],
    ["tbilisi", "tbilisi", 0],
    ["", "tbilisi", 0],
    ["tbilisi", "yerevan", 0],
  ])("%s to %s", (from, to, fee) => expect(deliveryFee(book, from, to)).toBe(fee));
});

it("adds a day to the estimate of a late pickup with an early return", () => {
  expect(estimateDays(3, "13:00", "12:59")).toBe(4);
  expect(estimateDays(3, "12:59", "09:00")).toBe(3);
  expect(estimateDays(3, "13:00", "13:00")).toBe(3);
  expect(estimateDays(0, "14:00", "09:00")).toBe(0);
});
