import { describe, expect, it } from "vitest";
import type { Car } from "@/lib/site-config";
import { choicesOf, comparedOf, fitting, removalsOf, sorted } from "./rules";

const car = (slug: string, more: Partial<Car>): Car =>
  ({
    slug,
    category: null,
    driveWheels: "2x2",
    transmission: "Automatic",
    seats: 5,
    luggageLarge: 2,
    fuelConsumption: null,
    ...more,
  }) as Car;

const city = car("city", { category: "sedan", fuelConsumption: 6.9 });
const forest = car("forest", { category: "suv", driveWheels: "4x4 all-wheel drive", luggageLarge: 3 });
const bus = car("bus", {
  category: "suv",
  driveWheels: "AWD",
  seats: 8,
  luggageLarge: 6,
  fuelConsumption: 13,
});
const fleet = [city, forest, bus];
const slugs = (cars: Car[]) => cars.map(({ slug }) => slug);

it("leaves the cars that match every filter", () => {
  expect(fitting(fleet, {})).toEqual(fleet);
  expect(fitting(fleet, { drive: "4x4" })).toEqual([forest, bus]);
  expect(fitting(fleet, { drive: "4x4", seats: "6" })).toEqual([bus]);
  expect(fitting(fleet, { luggage: "3", category: "sedan" })).toEqual([]);
});

it("takes what a company says of luggage for at least that, and nothing for none", () => {
  expect(fitting([car("unknown", { luggageLarge: null })], { luggage: "1" })).toEqual([]);
});

describe("what can be filtered by", () => {
  it("is what distinguishes the company's cars", () => {
    expect(choicesOf(fleet)).toEqual({
      category: ["sedan", "suv"],
      drive: ["4x4"],
      gearbox: [],
      seats: ["8"],
      luggage: ["3", "6"],
    });
  });

  it("is nothing with one car", () => {
    expect(Object.values(choicesOf([bus])).flat()).toEqual([]);
  });
});

it("suggests the single filter to remove, the most helpful first", () => {
  const filters = { category: "sedan", drive: "4x4" };
  expect(fitting(fleet, filters)).toEqual([]);
  expect(removalsOf(fleet, filters)).toEqual([
    { name: "category", value: "sedan", count: 2 },
    { name: "drive", value: "4x4", count: 1 },
  ]);
  // Two filters together leave nothing: removing one does not help.
  expect(removalsOf([city], { drive: "4x4", seats: "8" })).toEqual([]);
});

it("sorts by price, seats and consumption; equals stay in the company's order, the unknown comes last", () => {
  const price: Record<string, number> = { city: 50, forest: 40, bus: 50 };
  const priceOf = ({ slug }: Car) => price[slug] ?? 0;
  expect(slugs(sorted(fleet, undefined, priceOf))).toEqual(["city", "forest", "bus"]);
  expect(slugs(sorted(fleet, "price", priceOf))).toEqual(["forest", "city", "bus"]);
  expect(slugs(sorted(fleet, "seats", priceOf))).toEqual(["bus", "city", "forest"]);
  expect(slugs(sorted(fleet, "consumption", priceOf))).toEqual(["city", "bus", "forest"]);
});

it("compares the named cars that there are, each once and three at most", () => {
  expect(slugs(comparedOf(fleet, "bus,nothing,bus,city"))).toEqual(["bus", "city"]);
  expect(slugs(comparedOf([...fleet, car("fourth", {})], "city,forest,bus,fourth"))).toHaveLength(3);
  expect(comparedOf(fleet, undefined)).toEqual([]);
});
