import type { Items } from "@/features/console/shared/catalog-draft/api";

export type Car = Items["cars"];

/** What a day costs at least. */
export function lowestRate({ baseRate, rates }: Pick<Car, "baseRate" | "rates">): number {
  return rates.length === 0 ? baseRate : Math.min(...rates.map(({ dailyRate }) => dailyRate));
}
