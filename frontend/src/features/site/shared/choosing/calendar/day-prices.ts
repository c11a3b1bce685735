import { t } from "@lingui/core/macro";
import { carDays, cents } from "@/features/site/shared/pricing/days";
import { usePrice } from "@/lib/currency";
import { todayIn } from "@/lib/dates";
import { type Car, siteConfig } from "@/lib/site-config";

/**
 * What a day costs in a rental of this length, of the car or of the cheapest one that the site shows; nothing where
 * there is none.
 */
export function useDayPrices(car: Car | undefined, length: number) {
  const money = usePrice();
  const plain = usePrice({ isMarked: false });
  const site = siteConfig();
  const cars = car ? [car] : site.cars.filter(({ inFleet }) => inFleet);
  const bookedOn = todayIn(site.tenant.timezone);
  const known = new Map<string, number | null>();
  const of = (day: string): number | null => {
    const kept = known.get(day);
    if (kept !== undefined) return kept;
    const rates = cars.flatMap(
      ({ name }) => carDays(site, name, length, { pickupDate: day, bookedOn })[0]?.rate ?? [],
    );
    const lowest = rates.length > 0 ? Math.min(...rates) / cents : null;
    known.set(day, lowest);
    return lowest;
  };
  return {
    /** €34 */
    short: (day: string) => {
      const rate = of(day);
      return rate === null ? "" : plain(rate);
    },
    /** from €34 a day */
    long: (day: string) => {
      const rate = of(day);
      if (rate === null) return "";
      const price = money(rate);
      return t({ message: `from ${price} a day`, comment: "The lowest price of a car for a day" });
    },
  };
}
