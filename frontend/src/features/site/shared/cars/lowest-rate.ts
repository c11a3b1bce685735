import type { Car } from "@/lib/site-config";

/** What a day of the car costs at least: that of the longest rentals, as a rule. */
export function lowestRate({ rates, baseRate }: Pick<Car, "rates" | "baseRate">): number {
  return rates.reduce(
    (lowest, { dailyRate }) => Math.min(lowest, dailyRate),
    rates[0]?.dailyRate ?? baseRate,
  );
}
