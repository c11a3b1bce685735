import { expect, it } from "vitest";
import type { Car } from "@/lib/site-config";
import { platformJson } from "@/testing/seeds";
import { factsOf } from "./facts";

const car = (company: string, slug: string) =>
  platformJson<{ cars: Car[] }>(`src/abano/ops/seeds/${company}/catalog.json`).cars.find(
    (item) => item.slug === slug,
  ) as Car;

const textsOf = (of: Car) => factsOf(of).map(({ text }) => text);

it("lists the company's facts, without duplicates or additions", () => {
  expect(textsOf(car("georgia", "subaru-forester"))).toEqual([
    "5 seats",
    "Automatic",
    "Petrol",
    "A/C",
    "Bluetooth",
    "4x4",
  ]);
  expect(textsOf(car("alps", "fiat-panda-4x4")).at(-1)).toBe("Swiss motorway vignette");
  const plain = { ...car("georgia", "subaru-forester"), specs: ["Roof rack"], seats: 1 };
  expect(textsOf(plain)).toEqual(["1 seat", "Automatic", "Petrol", "Roof rack", "4x4"]);
  expect(factsOf(plain).find(({ text }) => text === "Roof rack")?.kind).toBe("other");
});

it("leaves out what is not known", () => {
  expect(textsOf({ ...car("alps", "vw-golf"), fuelType: "", specs: [] })).not.toContain("");
});
