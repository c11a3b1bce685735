import type { Search } from "@/features/site/shared/search/rules";
import { todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { outOfHoursFees } from "./opening-hours";
import { fromCents, type ShowcasePrice, showcasePrice, toCents } from "./rules";

const limit = 1000;
const cache = new Map<string, SearchPrice>();

/** With what the places ask for a pickup and a return out of hours. */
export interface SearchPrice extends ShowcasePrice {
  outOfHours: { pickup: number; dropoff: number };
}

/** The showcase's price of a car, remembered per search; the memory is emptied beyond 1000 entries. */
export function cachedPrice(car: string, search: Search): SearchPrice {
  const { days, pickupLocation, dropoffLocation, pickupDate, pickupTime, returnDate, returnTime } = search;
  const bookedOn = todayIn(siteConfig().tenant.timezone);
  const times = { pickup: `${pickupDate}T${pickupTime}`, dropoff: `${returnDate}T${returnTime}` };
  const key = [car, pickupLocation, dropoffLocation, times.pickup, times.dropoff, bookedOn].join("|");
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= limit) cache.clear();
  const site = siteConfig();
  const plain = showcasePrice(site, car, days, pickupLocation, dropoffLocation, { pickupDate, bookedOn });
  const outOfHours = outOfHoursFees(site, search, times);
  const cents = toCents(plain.totalPrice) + toCents(outOfHours.pickup) + toCents(outOfHours.dropoff);
  const price = { ...plain, outOfHours, totalPrice: fromCents(cents) };
  cache.set(key, price);
  return price;
}
