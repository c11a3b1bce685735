import { fold } from "@/lib/names";
import type { SiteConfig } from "@/lib/site-config";

type Place = Pick<SiteConfig["locations"][number], "code" | "openingHours" | "outOfHoursFee">;

/** Whether a place is open at a local time (yyyy-mm-ddThh:mm), its closing time included. Without hours it always is. */
export function isOpen({ openingHours }: Pick<Place, "openingHours">, moment: string): boolean {
  const weekday = new Date(moment.slice(0, 10)).getUTCDay() || 7;
  const clock = moment.slice(11, 16);
  return (
    openingHours.length === 0 ||
    openingHours.some((each) => each.weekday === weekday && each.opens <= clock && clock <= each.closes)
  );
}

/** What a pickup and a return cost beside everything else, outside the hours of their places. */
export function outOfHoursFees(
  { locations }: { locations: Place[] },
  places: { pickupLocation: string; dropoffLocation: string },
  times: { pickup: string; dropoff: string },
): { pickup: number; dropoff: number } {
  const fee = (code: string, moment: string) => {
    const place = locations.find((item) => fold(item.code) === fold(code));
    return place && !isOpen(place, moment) ? place.outOfHoursFee : 0;
  };
  return {
    pickup: fee(places.pickupLocation, times.pickup),
    dropoff: fee(places.dropoffLocation, times.dropoff),
  };
}
