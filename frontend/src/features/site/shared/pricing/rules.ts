import { countOf } from "@/lib/counts";
import { fold } from "@/lib/names";
import type { SiteConfig } from "@/lib/site-config";

/** Prices in the browser: pure, in integer cents. The Python twin is platform/src/abano/pricing/rules.py. */

export const cents = 100;

export interface ShowcasePrice {
  days: number;
  dailyRate: number;
  baseTotal: number;
  deliveryFee: number;
  totalPrice: number;
}

type PriceBook = Pick<SiteConfig, "cars" | "deliveryFees" | "rental">;

export function toCents(amount: number): number {
  return Math.round(amount * cents);
}

/** The rate of one day. Cars without bands: base rate less the length discount, rounded half-up to whole units. */
export function dailyRate(book: PriceBook, carName: string, days: number): number {
  const car = book.cars.find((candidate) => fold(candidate.name) === fold(carName));
  if (car && car.rates.length > 0) {
    const fitting = car.rates.filter((band) => band.minDays <= days);
    return (fitting.at(-1) ?? car.rates[0])?.dailyRate ?? car.baseRate;
  }
  const base = car ? car.baseRate : book.rental.unknownCarDailyRate;
  const percents = book.rental.lengthDiscounts
    .filter((item) => item.minDays <= days)
    .map((item) => item.percent);
  const percent = Math.max(0, ...percents);
  if (percent === 0) return base;
  return Math.floor((toCents(base) * (100 - percent) + 5000) / 10_000);
}

export interface RateBand {
  /** The lengths that it holds for: "1–3 days", "14+ days". */
  label: string;
  dailyRate: number;
}

/** What a day of a car costs by the length of the rental, in the company's own bands, the shortest first. */
export function rateBands(book: PriceBook, car: PriceBook["cars"][number]): RateBand[] {
  // A car's first band holds for anything shorter, too.
  const later = car.rates.length > 0 ? car.rates.slice(1) : book.rental.lengthDiscounts;
  const found = [...new Set([1, ...later.map((band) => band.minDays)])].sort((one, other) => one - other);
  return found.flatMap((start, at) => {
    const next = found[at + 1];
    // Nobody can rent for so short.
    if (next !== undefined && next <= book.rental.minimumDays) return [];
    return [{ label: lengthText(start, next), dailyRate: dailyRate(book, car.name, start) }];
  });
}

function lengthText(start: number, next: number | undefined): string {
  if (next === undefined) return start === 1 ? "Any length" : `${start}+ days`;
  return next - start === 1 ? countOf(start, "day") : `${start}–${next - 1} days`;
}

/** The delivery fee; 0 when a place is missing or the pair is not listed. */
export function deliveryFee(book: PriceBook, pickup: string, dropoff: string): number {
  const from = fold(pickup);
  const to = fold(dropoff);
  return book.deliveryFees.find((fee) => fold(fee.pickup) === from && fold(fee.dropoff) === to)?.fee ?? 0;
}

/** What the showcase shows: rate × days + delivery. */
export function showcasePrice(
  book: PriceBook,
  carName: string,
  days: number,
  pickup: string,
  dropoff: string,
): ShowcasePrice {
  const rate = dailyRate(book, carName, days);
  const fee = deliveryFee(book, pickup, dropoff);
  const base = toCents(rate) * days;
  return {
    days,
    dailyRate: rate,
    baseTotal: base / cents,
    deliveryFee: fee,
    totalPrice: (base + toCents(fee)) / cents,
  };
}

/** Step 2's estimate: one day more when picked up from 13:00 on and returned before 13:00. */
export function estimateDays(days: number, pickupTime: string, returnTime: string): number {
  const late = Number(pickupTime.slice(0, 2)) >= 13 && Number(returnTime.slice(0, 2)) < 13;
  return late && days >= 1 ? days + 1 : days;
}
