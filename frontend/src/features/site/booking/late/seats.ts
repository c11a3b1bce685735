import { plural, t } from "@lingui/core/macro";
import { fold } from "@/lib/names";
import type { Car } from "@/lib/site-config";

interface SeatAdvice {
  text: string;
  /** A car of the fleet that seats the group. */
  bigger: Car | undefined;
}

/** A word for a group that its car does not seat; null when it fits, or when that is not known. */
export function seatAdvice(cars: Car[], carType: string, groupSize: string): SeatAdvice | null {
  const people = Number(groupSize);
  const car = cars.find((item) => fold(item.name) === fold(carType));
  if (!car || !Number.isInteger(people) || people <= car.seats) return null;
  const fleet = cars
    .filter((item) => item.inFleet)
    .sort((a, b) => a.seats - b.seats || a.baseRate - b.baseRate);
  const bigger = fleet.find((item) => item.seats >= people);
  const problem = tooSmall(car, people);
  if (bigger) return { text: `${problem} ${fits(bigger)}`, bigger };
  const largest = fleet.at(-1)?.seats ?? car.seats;
  const advice =
    people <= car.seats + largest
      ? t`Two cars would fit: book this one, and tell us that you need a second.`
      : t`You need several cars: book this one, and tell us how many you are.`;
  return { text: `${problem} ${advice}`, bigger: undefined };
}

function tooSmall({ name, seats }: Car, people: number): string {
  return t`The ${name} has ${plural(seats, { one: "# seat", other: "# seats" })} for ${plural(people, {
    one: "your # person",
    other: "your # people",
  })}.`;
}

function fits({ name, seats }: Car): string {
  return plural(seats, { one: `The ${name} has #.`, other: `The ${name} has #.` });
}
