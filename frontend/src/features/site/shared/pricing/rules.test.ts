import { describe, expect, it } from "vitest";
import type { Car, Service } from "@/lib/site-config";
import { testSite } from "@/testing/site";
import { deliveryFee, offeredServices, rateBands, showcasePrice } from "./rules";
import { dailyRate, estimateDays } from "./whole-price";

const book = testSite();

describe("the bands of a car's card", () => {
  const car = (name: string) => book.cars.find((item) => item.name === name) as (typeof book.cars)[number];
  const shown = (rates: { minDays: number; dailyRate: number }[], minimumDays = 3) =>
    rateBands(minimumDays, rates).map(({ label, dailyRate: rate }) => `${label}: ${rate}`);

  it("are the company's own, however many", () => {
    expect(shown(car("Subaru Forester").rates)).toEqual([
      "3 days: 57",
      "4–6 days: 55",
      "7–13 days: 55",
      "14+ days: 51",
    ]);
    const other = [
      { minDays: 1, dailyRate: 90 },
      { minDays: 2, dailyRate: 80 },
      { minDays: 30, dailyRate: 60 },
    ];
    expect(shown(other, 1)).toEqual(["1 day: 90", "2–29 days: 80", "30+ days: 60"]);
    expect(shown([{ minDays: 1, dailyRate: 50 }])).toEqual(["Any length: 50"]);
  });

  it("begin with the shortest rental", () => {
    const rates = [
      { minDays: 1, dailyRate: 90 },
      { minDays: 7, dailyRate: 80 },
    ];
    expect(shown(rates, 3)).toEqual(["3–6 days: 90", "7+ days: 80"]);
  });

  it("leave out what is shorter than any rental", () => {
    const rates = [
      { minDays: 1, dailyRate: 90 },
      { minDays: 3, dailyRate: 80 },
      { minDays: 5, dailyRate: 70 },
    ];
    expect(shown(rates, 3)).toEqual(["3–4 days: 80", "5+ days: 70"]);
    expect(shown(rates, 1)).toEqual(["1–2 days: 90", "3–4 days: 80", "5+ days: 70"]);
  });

  it("follow the length discounts where a car has none of its own", () => {
    expect(shown(car("Jeep Wrangler").rates)).toEqual([
      "3 days: 72",
      "4–6 days: 70",
      "7–13 days: 68",
      "14+ days: 65",
    ]);
  });
});

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
      dailyRates: [55, 55],
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

it("offers services that go with a car: not one that its name hides, nor one for other cars only", () => {
  const service = (code: string, more: Partial<Service> = {}) =>
    ({ code, hiddenForCars: [], onlyForCars: [], ...more }) as unknown as Service;
  const services = [
    service("all"),
    service("tent", { hiddenForCars: ["elantra"] }),
    service("chains", { onlyForCars: ["suv"] }),
  ];
  const cars = [
    { name: "Hyundai Elantra", slug: "elantra" },
    { name: "Big SUV", slug: "suv" },
  ] as Car[];
  const codes = (name: string) => offeredServices({ cars, services }, name).map(({ code }) => code);
  expect(codes("Hyundai Elantra")).toEqual(["all"]);
  expect(codes("big suv")).toEqual(["all", "tent", "chains"]);
});
