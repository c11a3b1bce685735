import { fold } from "@/lib/names";
import type { Car } from "@/lib/site-config";

/** A visitor's filters for cars; undefined where not set. Values are those of the URL. */
export interface Filters {
  category?: string | undefined;
  drive?: string | undefined;
  gearbox?: string | undefined;
  /** Minimum number of seats. */
  seats?: string | undefined;
  /** Minimum number of large bags. */
  luggage?: string | undefined;
}

export type FilterName = keyof Filters;
export const filterNames = [
  "category",
  "drive",
  "gearbox",
  "seats",
  "luggage",
] as const satisfies FilterName[];
export const sortings = ["price", "seats", "consumption"] as const;
export type Sorting = (typeof sortings)[number];
/** The maximum number of compared cars. */
export const maxCompared = 3;

type Chosen = Pick<
  Car,
  "slug" | "category" | "driveWheels" | "transmission" | "seats" | "luggageLarge" | "fuelConsumption"
>;

const fourByFour = /4\s*[x×]\s*4|4wd|awd|all.?wheel/i;

/** A car's value for a filter; for seats and luggage, the number. */
function traitOf(car: Chosen, name: FilterName): string {
  switch (name) {
    case "category":
      return car.category ?? "";
    case "drive":
      return fourByFour.test(car.driveWheels) ? "4x4" : "";
    case "gearbox":
      return fold(car.transmission);
    case "seats":
      return String(car.seats);
    case "luggage":
      return String(car.luggageLarge ?? 0);
  }
}

const isLeast = (name: FilterName) => name === "seats" || name === "luggage";

function matches(car: Chosen, name: FilterName, filter: string | undefined): boolean {
  if (!filter) return true;
  const value = traitOf(car, name);
  return isLeast(name) ? Number(value) >= Number(filter) : value === filter;
}

/** The cars that match every filter. */
export function fitting<C extends Chosen>(cars: readonly C[], filters: Filters): C[] {
  return cars.filter((car) => filterNames.every((name) => matches(car, name, filters[name])));
}

/** Filter values that distinguish this company's cars; values of all cars, or of none, are omitted. */
export function choicesOf(cars: readonly Chosen[]): Record<FilterName, string[]> {
  const choices = (name: FilterName) => {
    const values = [...new Set(cars.map((car) => traitOf(car, name)))].filter(Boolean);
    const sorted = isLeast(name) ? values.sort((one, other) => Number(one) - Number(other)) : values.sort();
    return sorted.filter((value) => {
      const count = cars.filter((car) => matches(car, name, value)).length;
      return count > 0 && count < cars.length;
    });
  };
  return Object.fromEntries(filterNames.map((name) => [name, choices(name)])) as Record<FilterName, string[]>;
}

interface Removal {
  name: FilterName;
  value: string;
  /** The number of matching cars without this filter. */
  count: number;
}

/** The single filter whose removal lets most cars match. */
export function removalsOf(cars: readonly Chosen[], filters: Filters): Removal[] {
  return filterNames
    .flatMap((name) => {
      const value = filters[name];
      if (!value) return [];
      return [{ name, value, count: fitting(cars, { ...filters, [name]: undefined }).length }];
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

/** Sorts cars: cheapest first, most seats first, or lowest consumption first. */
export function sorted<C extends Chosen>(
  cars: readonly C[],
  by: Sorting | undefined,
  priceOf: (car: C) => number,
): C[] {
  if (!by) return [...cars];
  const size: Record<Sorting, (car: C) => number> = {
    price: priceOf,
    seats: ({ seats }) => -seats,
    // Unknown values come last.
    consumption: ({ fuelConsumption }) => fuelConsumption ?? Number.POSITIVE_INFINITY,
  };
  const key = size[by];
  return [...cars].sort((one, other) => (key(one) === key(other) ? 0 : key(one) - key(other)));
}

/** The compared cars of a URL, without duplicates, in its order. */
export function comparedOf<C extends Chosen>(cars: readonly C[], text: string | undefined): C[] {
  const slugs = [...new Set((text ?? "").split(","))];
  return slugs.flatMap((slug) => cars.find((car) => car.slug === slug) ?? []).slice(0, maxCompared);
}
