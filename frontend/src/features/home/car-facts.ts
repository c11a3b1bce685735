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
  return [
    { kind: "seats", text: countOf(car.seats, "seat") },
    { kind: "transmission", text: car.transmission },
    { kind: "fuel", text: car.fuelType },
    ...car.specs.filter((spec) => !isSaid(spec, car)).map((spec) => ({ kind: kindOf(spec), text: spec })),
    { kind: "drive", text: car.driveWheels },
  ].filter((fact): fact is CarFact => fact.text !== "");
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
