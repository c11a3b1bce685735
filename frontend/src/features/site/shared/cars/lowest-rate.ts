import { todayIn } from "@/lib/dates";
import { type Car, type SiteConfig, siteConfig } from "@/lib/site-config";

/** What a day of the car costs at least. */
export function lowestRate(car: Pick<Car, "rates" | "seasonRates" | "baseRate">): number {
  const { seasons, tenant } = siteConfig();
  return lowestOf(car, seasons, todayIn(tenant.timezone));
}

/** At normal times, or in a season that is not over. As in platform/src/abano/site/items.py, by the same vectors. */
export function lowestOf(
  { rates, seasonRates, baseRate }: Pick<Car, "rates" | "seasonRates" | "baseRate">,
  seasons: Pick<SiteConfig["seasons"][number], "code" | "ends" | "everyYear">[],
  today: string,
): number {
  const coming = seasons.filter(({ ends, everyYear }) => everyYear || today <= ends);
  const books = [rates, ...coming.map(({ code }) => seasonRates[code] ?? [])];
  const all = books.flatMap((book) => book.map(({ dailyRate }) => dailyRate));
  return all.length === 0 ? baseRate : Math.min(...all);
}
