import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { paths } from "@/config/paths";
import type { Car } from "@/lib/site-config";
import { visitorsQuery } from "@/lib/visitors-query";

interface CarFact {
  /** The icon shown with it. */
  kind: "seats" | "transmission" | "fuel" | "drive" | "air" | "bluetooth" | "other";
  text: string;
}

type Described = Pick<Car, "seats" | "transmission" | "fuelType" | "driveWheels" | "specs">;

/** The facts on a car's card: common facts first, then the company's equipment, without duplicates. */
export function factsOf(car: Described): CarFact[] {
  const facts = [
    { kind: "seats", text: plural(car.seats, { one: "# seat", other: "# seats" }) },
    { kind: "transmission", text: named(car.transmission) },
    { kind: "fuel", text: named(car.fuelType) },
    ...car.specs
      .filter((spec) => !isSaid(spec, car))
      .map((spec) => ({ kind: kindOf(spec), text: shortOf(spec) })),
    { kind: "drive", text: car.driveWheels },
  ].filter((fact): fact is CarFact => fact.text !== "");
  // Two short facts share a line of the card; long ones come after them.
  return [...facts.filter((fact) => !isLong(fact)), ...facts.filter(isLong)];
}

const longest = 14;

/** Whether a fact needs a full line of a card. */
export function isLong({ text }: CarFact): boolean {
  return text.length > longest;
}

/** Facts of every catalogue in the page's language; the company's own words are not translated. */
const known: Record<string, MessageDescriptor> = {
  automatic: msg({ message: "Automatic", context: "transmission of a car" }),
  manual: msg({ message: "Manual", context: "transmission of a car" }),
  petrol: msg({ message: "Petrol", context: "fuel of a car" }),
  diesel: msg({ message: "Diesel", context: "fuel of a car" }),
  hybrid: msg({ message: "Hybrid", context: "fuel of a car" }),
  electric: msg({ message: "Electric", context: "fuel of a car" }),
};

function named(text: string): string {
  const message = known[text.toLowerCase()];
  return message ? t(message) : text;
}

function shortOf(spec: string): string {
  return kindOf(spec) === "air" ? t({ message: "A/C", comment: "Air conditioning, in short" }) : spec;
}

/** Whether a line of equipment repeats one of the car's own fields. */
function isSaid(spec: string, { seats, transmission, fuelType, driveWheels }: Described): boolean {
  const text = spec.toLowerCase();
  const begins = (word: string) => word !== "" && text.startsWith(word.toLowerCase());
  return (
    saysSeats(text, seats) ||
    text === named(fuelType).toLowerCase() ||
    begins(named(transmission)) ||
    begins(driveWheels) ||
    text.endsWith(` ${driveWheels.toLowerCase()}`)
  );
}

/** "5 seats" in any language: the number and one word. */
function saysSeats(text: string, seats: number): boolean {
  const words = text.split(/\s/);
  return words.length === 2 && words[0] === String(seats) && words[1] !== "";
}

// Keywords in the product's languages that select the icon of a company's own text.
const air = /air.?con|a\/c|clim|klima|кондиц|климат|კონდიც|კლიმატ/i;

function kindOf(spec: string): CarFact["kind"] {
  if (air.test(spec)) return "air";
  return /bluetooth/i.test(spec) ? "bluetooth" : "other";
}

/** The address of a car's own page, with the visitor's search. */
export function carUrl({ slug }: Pick<Car, "slug">, search: string): string {
  return paths.car.replace(":slug", slug) + visitorsQuery(search);
}
