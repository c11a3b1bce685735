import { todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { type ShowcasePrice, showcasePrice } from "./rules";

const limit = 1000;
const cache = new Map<string, ShowcasePrice>();

/** The showcase's price of a car, remembered per input; the memory is emptied beyond 1000 entries. */
export function cachedPrice(
  car: string,
  days: number,
  pickup: string,
  dropoff: string,
  pickupDate: string,
): ShowcasePrice {
  const bookedOn = todayIn(siteConfig().tenant.timezone);
  const key = [car, days, pickup, dropoff, pickupDate, bookedOn].join("|");
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= limit) cache.clear();
  const price = showcasePrice(siteConfig(), car, days, pickup, dropoff, { pickupDate, bookedOn });
  cache.set(key, price);
  return price;
}
