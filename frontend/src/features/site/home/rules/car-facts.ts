import { countOf } from "@/lib/counts";
import type { Car } from "@/lib/site-config";

export interface CarFact {
  /** Which drawing goes with it. */
  kind: "seats" | "transmission" | "fuel" | "drive" | "air" | "bluetooth" | "other";
  text: string;
}

type Described = Pick<Car, "seats" | "transmission" | "fuelType" | "driveWheels" | "specs">;

/** What a car's card says of it: what every car has, then the equipment that the company lists, nothing twice. */
export function factsOf(car: Described): CarFact[] {
  const facts = [
    { kind: "seats", text: countOf(car.seats, "seat") },
    { kind: "transmission", text: car.transmission },
    { kind: "fuel", text: car.fuelType },
    ...car.specs
      .filter((spec) => !isSaid(spec, car))
      .map((spec) => ({ kind: kindOf(spec), text: shortOf(spec) })),
    { kind: "drive", text: car.driveWheels },
  ].filter((fact): fact is CarFact => fact.text !== "");
  // Two short ones share a line of the card; what needs a line of its own comes after them.
  return [...facts.filter((fact) => !isLong(fact)), ...facts.filter(isLong)];
}

const longest = 14;

/** Whether a fact needs a whole line of a card. */
export function isLong({ text }: CarFact): boolean {
  return text.length > longest;
}

function shortOf(spec: string): string {
  return spec.toLowerCase() === "air conditioning" ? "A/C" : spec;
}

/** Whether a line of equipment says again what a field of its own says. */
function isSaid(spec: string, { transmission, fuelType, driveWheels }: Described): boolean {
  const text = spec.toLowerCase();
  const begins = (word: string) => word !== "" && text.startsWith(word.toLowerCase());
  return (
    /^\d+ seats?$/.test(text) ||
    text === fuelType.toLowerCase() ||
    begins(transmission) ||
    begins(driveWheels)
  );
}

function kindOf(spec: string): CarFact["kind"] {
  if (/air.?con|a\/c|climate/i.test(spec)) return "air";
  return /bluetooth/i.test(spec) ? "bluetooth" : "other";
}
