import { isOpen } from "@/features/site/shared/pricing/opening-hours";
import type { SiteConfig } from "@/lib/site-config";
import type { Reader } from "@/lib/url-state";

type Hours = Pick<SiteConfig["locations"][number], "code" | "openingHours" | "outOfHoursFee">;

/** Default values of a search and the wizard. */
export const usualTime = "09:00";

/** The selectable times: every half hour of a day. */
const halfHours = Array.from(
  { length: 48 },
  (_, count) => `${String(count >> 1).padStart(2, "0")}:${count % 2 ? "30" : "00"}`,
);

/** A time of a day, as hh:mm. */
export const clock: Reader = (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined);

interface Untimed {
  pickupLocation: string;
  dropoffLocation: string;
  pickupDate: string;
  /** Empty until one is chosen. */
  pickupTime: string;
  returnDate: string;
  returnTime: string;
}

/**
 * The times of a search: the chosen ones, else the default if the place is open then, or the first opening time that
 * has not passed. The return defaults to the hour of the pickup, because a later one would count an extra day.
 */
export function timesOf(
  form: Untimed,
  places: readonly Hours[],
  now: string,
): { pickupTime: string; returnTime: string } {
  const isOpenAt = (code: string, day: string, time: string) => {
    const place = places.find((item) => item.code === code);
    return !place || !day || isOpen(place, `${day}T${time}`);
  };
  const begins = () => {
    const { pickupLocation, pickupDate } = form;
    const coming = [usualTime, ...halfHours].filter((time) => !pickupDate || `${pickupDate}T${time}` >= now);
    return coming.find((time) => isOpenAt(pickupLocation, pickupDate, time)) ?? coming[0] ?? usualTime;
  };
  const pickupTime = form.pickupTime || begins();
  const ends = () => {
    const early = [pickupTime, ...halfHours.filter((time) => time < pickupTime).reverse()];
    return early.find((time) => isOpenAt(form.dropoffLocation, form.returnDate, time)) ?? pickupTime;
  };
  return { pickupTime, returnTime: form.returnTime || ends() };
}

interface Choices {
  open: string[];
  /** Times with an out-of-hours fee; empty where the place has none. */
  closed: string[];
}

/** The selectable half hours of a day at a place, and the chosen time. */
export function choicesAt(place: Hours | undefined, day: string, chosen: string, now: string): Choices {
  const times = [...new Set([...halfHours, chosen])]
    .filter((time) => time === chosen || !day || `${day}T${time}` >= now)
    .sort();
  if (!place || !day || place.outOfHoursFee === 0) return { open: times, closed: [] };
  const isWithin = (time: string) => isOpen(place, `${day}T${time}`);
  return { open: times.filter(isWithin), closed: times.filter((time) => !isWithin(time)) };
}
