import { addDays, daysBetween, holdsDay } from "@/lib/dates";
import { fold } from "@/lib/names";
import type { SiteConfig } from "@/lib/site-config";

/**
 * The price of each day of a rental: same as platform/src/abano/catalog/pricing/days.py; both run the same test
 * vectors.
 */

export const cents = 100;

type Rates = SiteConfig["rental"]["unknownCarRates"];

/** The part of a site's configuration that a car's daily prices need. */
export interface DayBook {
  cars: Pick<SiteConfig["cars"][number], "name" | "rates" | "seasonRates">[];
  rental: Pick<SiteConfig["rental"], "unknownCarRates" | "unknownCarSeasonRates">;
  seasons: SiteConfig["seasons"];
  priceRules: SiteConfig["priceRules"];
}

/** The start of a rental, and the company's date of booking (yyyy-mm-dd). */
export interface Beginning {
  pickupDate: string;
  bookedOn: string;
}

/** A number of days that cost `rate` (cents) each for the same reason. */
interface CarDays {
  code: string;
  season: string | null;
  days: number;
  rate: number;
}

/** The rate of the last band that starts within this length. */
export function bandRate(rates: Rates | undefined, days: number): number {
  return (rates?.findLast((band) => band.minDays <= days) ?? rates?.[0])?.dailyRate ?? 0;
}

/** The days of a rental by reason, in order of the first of each. Without a start all are ordinary days. */
export function carDays(book: DayBook, carName: string, days: number, from?: Beginning): CarDays[] {
  const parts = new Map<string, CarDays>();
  for (const day of each(book, carName, days, from)) {
    const key = `${day.code} ${day.rate}`;
    const known = parts.get(key);
    if (known) known.days += day.days;
    else parts.set(key, day);
  }
  return [...parts.values()];
}

/** The price of the last day, in cents: roughly the price of one more day. */
export function lastDayRate(book: DayBook, carName: string, days: number, from?: Beginning): number {
  return each(book, carName, days, from).at(-1)?.rate ?? 0;
}

function each(book: DayBook, carName: string, days: number, from: Beginning | undefined): CarDays[] {
  const car = book.cars.find((candidate) => fold(candidate.name) === fold(carName));
  const normal = inCents(bandRate(car?.rates ?? book.rental.unknownCarRates, days));
  if (!from) return [{ code: "car", season: null, days, rate: normal }];
  const { weekend, lastMinute } = book.priceRules;
  const isLate = lastMinute !== null && daysBetween(from.bookedOn, from.pickupDate) <= lastMinute.days;
  return Array.from({ length: days }, (_, count) => {
    const day = addDays(from.pickupDate, count);
    const seasonRates = car ? car.seasonRates : book.rental.unknownCarSeasonRates;
    // A season of other cars only has no rates of this one.
    const season = book.seasons.find(
      (candidate) => candidate.code in seasonRates && holdsDay(candidate, day),
    );
    const rate = season ? inCents(bandRate(seasonRates[season.code], days)) : normal;
    const isWeekend = weekend?.weekdays.includes(new Date(day).getUTCDay() || 7) ?? false;
    const percent = (isWeekend ? (weekend?.percent ?? 0) : 0) + (isLate ? lastMinute.percent : 0);
    const code = `car${season ? `:${season.code}` : ""}${isWeekend ? "/weekend" : ""}${isLate ? "/last-minute" : ""}`;
    return { code, season: season?.name ?? null, days: 1, rate: withPercent(rate, percent) };
  });
}

/** Half-up to whole units of the currency; unchanged without a percentage. */
function withPercent(rate: number, percent: number): number {
  if (percent === 0) return rate;
  // Integers until the division, so that halves are exact.
  return Math.max(0, Math.floor((rate * (cents + percent) + (cents * cents) / 2) / (cents * cents)) * cents);
}

function inCents(amount: number): number {
  return Math.round(amount * cents);
}
