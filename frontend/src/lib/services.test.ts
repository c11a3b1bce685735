import { expect, it } from "vitest";
import { countOf, serviceNames, withCount } from "./services";

const seat = { code: "babySeat", label: "Baby seat", maxPerBooking: 3 };
const tent = { code: "tent", label: "Roof tent", maxPerBooking: 1 };

it("counts a service up to what a booking may have of it", () => {
  expect(countOf(seat, ["tent"])).toBe(0);
  expect(countOf(seat, ["babySeat", "tent", "babySeat"])).toBe(2);
  expect(countOf(seat, Array<string>(9).fill("babySeat"))).toBe(3);
  expect(countOf(tent, ["tent", "tent"])).toBe(1);
});

it("changes the number of one and leaves the others", () => {
  expect(withCount(["babySeat", "tent"], "babySeat", 3)).toEqual([
    "tent",
    "babySeat",
    "babySeat",
    "babySeat",
  ]);
  expect(withCount(["babySeat", "tent", "babySeat"], "babySeat", 0)).toEqual(["tent"]);
});

it("names what is chosen with its number, also what is not offered any more", () => {
  expect(serviceNames(["babySeat", "tent", "babySeat", "ski"], [seat, tent])).toBe(
    "2 × Baby seat, Roof tent, ski",
  );
});
