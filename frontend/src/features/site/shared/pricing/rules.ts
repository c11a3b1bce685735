import { plural, t } from "@lingui/core/macro";
import { quoteRequestLimits } from "@/api/limits.gen";
import { formatDays } from "@/lib/format";
import { fold } from "@/lib/names";
import type { SiteConfig } from "@/lib/site-config";
import { type Beginning, carDays, cents, type DayBook, lastDayRate } from "./days";

/** Prices in the browser: pure, in integer cents, from the rates that the server resolved for this page. */

export const maxRentalDays = quoteRequestLimits.days.maximum;

export interface ShowcasePrice {
  days: number;
  dailyRate: number;
  baseTotal: number;
  deliveryFee: number;
  totalPrice: number;
  /** What its days cost, the lowest and the highest. */
  dailyRates: [number, number];
}

type Rates = SiteConfig["rental"]["unknownCarRates"];

/** The part of a site's configuration that prices need. */
export interface PriceBook extends DayBook {
  deliveryFees: SiteConfig["deliveryFees"];
}

export function toCents(amount: number): number {
  return Math.round(amount * cents);
}

export function fromCents(amount: number): number {
  return amount / cents;
}

interface RateBand {
  /** The lengths that it holds for: "1–3 days", "14+ days". */
  label: string;
  dailyRate: number;
}

/** What a day of a car costs by the length of the rental, in the company's own bands, the shortest first. */
export function rateBands(minimumDays: number, rates: Rates): RateBand[] {
  return rates.flatMap(({ minDays, dailyRate: rate }, at) => {
    const next = rates[at + 1]?.minDays;
    // No one can rent for so short: neither the band nor its first days.
    if (next !== undefined && next <= minimumDays) return [];
    const start = Math.max(minDays, minimumDays);
    return [{ label: lengthText(start, next, minimumDays), dailyRate: rate }];
  });
}

function lengthText(start: number, next: number | undefined, minimumDays: number): string {
  if (next === undefined) {
    return start <= minimumDays ? t`Any length` : plural(start, { one: "#+ days", other: "#+ days" });
  }
  const last = next - 1;
  if (last === start) return formatDays(start);
  return plural(last, { one: `${start}–# days`, other: `${start}–# days` });
}

/** The delivery fee; 0 when a place is missing or the pair is not listed. */
export function deliveryFee(book: PriceBook, pickup: string, dropoff: string): number {
  const from = fold(pickup);
  const to = fold(dropoff);
  return book.deliveryFees.find((fee) => fold(fee.pickup) === from && fold(fee.dropoff) === to)?.fee ?? 0;
}

/** What the showcase shows: the days and delivery. Without a beginning all are ordinary days. */
export function showcasePrice(
  book: PriceBook,
  carName: string,
  days: number,
  pickup: string,
  dropoff: string,
  from?: Beginning,
): ShowcasePrice {
  const parts = carDays(book, carName, days, from);
  const rates = parts.map((part) => part.rate / cents);
  const fee = deliveryFee(book, pickup, dropoff);
  const base = parts.reduce((sum, part) => sum + part.days * part.rate, 0);
  return {
    days,
    dailyRate: lastDayRate(book, carName, days, from) / cents,
    dailyRates: [Math.min(...rates), Math.max(...rates)],
    baseTotal: base / cents,
    deliveryFee: fee,
    totalPrice: (base + toCents(fee)) / cents,
  };
}

/** The services that can be booked with a car, in the company's groups. */
export function offeredServices(
  { cars, services }: Pick<SiteConfig, "cars" | "services">,
  carName: string,
): SiteConfig["services"] {
  const name = fold(carName);
  const slug = cars.find((car) => fold(car.name) === name)?.slug ?? "";
  return services
    .filter(({ hiddenForCars }) => !hiddenForCars.some((part) => name.includes(fold(part))))
    .filter(({ onlyForCars }) => onlyForCars.length === 0 || onlyForCars.includes(slug));
}
