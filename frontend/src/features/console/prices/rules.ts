import type { Items } from "@/features/console/shared/catalog-draft/api";
import { addDays, holdsDay } from "@/lib/dates";

export type Season = Items["seasons"];
export type Car = Items["cars"];
type Rates = Car["rates"];

interface Stretch {
  from: string;
  days: number;
  /** The place of its season in the list, null for ordinary days. */
  season: number | null;
}

/** So many days from a date on, cut where another season begins: the first that holds a day has it. */
export function stretches(seasons: readonly Season[], from: string, days: number): Stretch[] {
  const found: Stretch[] = [];
  for (let count = 0; count < days; count += 1) {
    const day = addDays(from, count);
    const index = seasons.findIndex((season) => holdsDay(season, day));
    const season = index < 0 ? null : index;
    const last = found.at(-1);
    if (last && last.season === season) last.days += 1;
    else found.push({ from: day, days: 1, season });
  }
  return found;
}

/** The next days, from `today` on, that a season holds; null when it has passed. */
export function nextDays(season: Season, today: string): { from: string; until: string } | null {
  const year = 366;
  const days = Array.from({ length: 2 * year }, (_, count) => addDays(today, count));
  const begin = days.findIndex((day) => holdsDay(season, day));
  if (begin < 0) return null;
  const length = days.slice(begin).findIndex((day) => !holdsDay(season, day));
  return { from: days[begin] ?? today, until: days[begin + (length < 0 ? 0 : length - 1)] ?? today };
}

/** A rate with a percent, half-up to whole units, as prices have it. */
export function withPercent(rate: number, percent: number): number {
  return percent === 0 ? rate : Math.floor((Math.round(rate * 100) * (100 + percent) + 5000) / 10_000);
}

/** What a car costs a day in a season by the length of the rental; by the percent where it has no prices there. */
export function seasonRates(car: Car, season: Pick<Season, "rates" | "percent">): Rates {
  const own = season.rates[car.slug];
  if (own?.length) return own;
  const normal = car.rates.length > 0 ? car.rates : [{ minDays: 1, dailyRate: car.baseRate }];
  return normal.map((rate) => ({ ...rate, dailyRate: withPercent(rate.dailyRate, season.percent) }));
}

/** The lowest and the highest of some rates. */
export function span(rates: Rates): [number, number] {
  const values = rates.map(({ dailyRate }) => dailyRate);
  return [Math.min(...values), Math.max(...values)];
}

/** The prices of a season with those of one car, or without them for null. */
export function withRates(all: Season["rates"], slug: string, rates: Rates | null): Season["rates"] {
  const { [slug]: _, ...others } = all;
  return rates ? { ...others, [slug]: rates } : others;
}
