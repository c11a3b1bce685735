import type { Search } from "@/features/site/shared/search/rules";
import { todayIn } from "@/lib/dates";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import { outOfHoursFees } from "./opening-hours";
import { fromCents, type PriceBook, type ShowcasePrice, showcasePrice, toCents } from "./rules";

const limit = 1000;
const cache = new Map<string, SearchPrice>();

type Cover = Pick<SiteConfig["insurance"][number], "label" | "dailyRate" | "preselected">;
type Place = Pick<SiteConfig["locations"][number], "code" | "openingHours" | "outOfHoursFee">;

interface SearchPriceBook extends PriceBook {
  insurance: Cover[];
  locations: Place[];
}

/** With what the places ask for a pickup and a return out of hours, and the protection that the wizard begins with. */
interface SearchPrice extends ShowcasePrice {
  outOfHours: { pickup: number; dropoff: number };
  /** For all days; null where it costs nothing. */
  cover: { label: string; amount: number } | null;
}

/** What a search costs: the total that the wizard begins with. `bookedOn`: the company's date (yyyy-mm-dd). */
export function searchPrice(
  book: SearchPriceBook,
  car: string,
  search: Search,
  bookedOn: string,
): SearchPrice {
  const { days, pickupLocation, dropoffLocation, pickupDate, pickupTime, returnDate, returnTime } = search;
  const times = { pickup: `${pickupDate}T${pickupTime}`, dropoff: `${returnDate}T${returnTime}` };
  const plain = showcasePrice(book, car, days, pickupLocation, dropoffLocation, { pickupDate, bookedOn });
  const outOfHours = outOfHoursFees(book, search, times);
  const option = book.insurance.find(({ preselected }) => preselected);
  const coverCents = toCents(option?.dailyRate ?? 0) * days;
  const cents =
    toCents(plain.totalPrice) + toCents(outOfHours.pickup) + toCents(outOfHours.dropoff) + coverCents;
  return {
    ...plain,
    outOfHours,
    cover: option && coverCents > 0 ? { label: option.label, amount: fromCents(coverCents) } : null,
    totalPrice: fromCents(cents),
  };
}

/** The price of a car for a search, remembered; the memory is emptied beyond 1000 entries. */
export function cachedPrice(car: string, search: Search): SearchPrice {
  const site = siteConfig();
  const bookedOn = todayIn(site.tenant.timezone);
  const { pickupLocation, dropoffLocation, pickupDate, pickupTime, returnDate, returnTime } = search;
  const times = [pickupDate, pickupTime, returnDate, returnTime];
  const key = [car, pickupLocation, dropoffLocation, ...times, bookedOn].join("|");
  const known = cache.get(key);
  if (known) return known;
  if (cache.size >= limit) cache.clear();
  const price = searchPrice(site, car, search, bookedOn);
  cache.set(key, price);
  return price;
}
