import { t } from "@lingui/core/macro";
import { clock, usualTime } from "@/features/site/shared/search/times";
import { todayIn } from "@/lib/dates";
import { formatDay } from "@/lib/format";
import { clean, fold } from "@/lib/names";
import type { SiteConfig } from "@/lib/site-config";
import type { Details } from "./schema";

const maxQuoted = 40;

/**
 * A car's name as written in links: plus signs are spaces, and each word is as in the company's names, or
 * capitalised.
 */
export function carNameFrom(text: string, cars: readonly { name: string }[]): string {
  const written = new Map(cars.flatMap(({ name }) => name.split(" ")).map((word) => [fold(word), word]));
  return clean(text.replace(/\+/g, " "))
    .split(" ")
    .filter(Boolean)
    .map((word) => written.get(fold(word)) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

type Linked = Pick<
  Details,
  "pickupLocation" | "dropoffLocation" | "pickupDate" | "pickupTime" | "returnDate" | "returnTime" | "carType"
>;
type Site = Pick<SiteConfig, "cars" | "locations"> & {
  tenant: Pick<SiteConfig["tenant"], "timezone">;
};

export interface LinkReading {
  details: Linked;
  /** Messages about unusable values of the link, by field. */
  notes: Partial<Record<keyof Linked, string>>;
}

/**
 * The values of a link to the wizard. Missing and invalid ones stay empty for the visitor to choose, except times,
 * which get defaults. An unknown car is kept, because its bookings are reviewed manually.
 */
export function readLink(search: string, site: Site): LinkReading {
  const query = new URLSearchParams(search);
  const notes: LinkReading["notes"] = {};
  const quoted = (text: string) => inQuotes(clean(text).slice(0, maxQuoted));

  const place = (field: "pickupLocation" | "dropoffLocation", parameter: string) => {
    const value = query.get(parameter)?.trim() ?? "";
    const found = site.locations.find(
      (item) => fold(item.code) === fold(value) || fold(item.name) === fold(value),
    );
    if (value && !found) {
      const text = quoted(value);
      notes[field] = t`Your link says ${text}, where we have no cars. Please choose a city`;
    }
    return found?.code ?? "";
  };
  const date = (field: "pickupDate" | "returnDate") => {
    const value = query.get(field)?.trim() ?? "";
    if (!value) return "";
    if (!isDate(value)) {
      const text = quoted(value);
      notes[field] = t`Your link's ${text} is not a date`;
      return "";
    }
    if (value >= todayIn(site.tenant.timezone)) return value;
    const passed = formatDay(value);
    notes[field] = t`Your link's date, ${passed}, has passed`;
    return "";
  };

  const pickupDate = date("pickupDate");
  let returnDate = date("returnDate");
  if (pickupDate && returnDate && returnDate < pickupDate) {
    const value = formatDay(returnDate);
    notes.returnDate = t`Your link's date, ${value}, is before the pickup`;
    returnDate = "";
  }
  const named = carNameFrom(query.get("carType") || query.get("car") || "", site.cars);
  const car = site.cars.find((item) => fold(item.name) === fold(named));
  if (named && !car) {
    const text = quoted(named);
    notes.carType = t`${text} is not in our fleet. You can request it at our standard rate, or choose one of our cars.`;
  }
  const details = {
    pickupLocation: place("pickupLocation", "pickup"),
    dropoffLocation: place("dropoffLocation", "dropoff"),
    pickupDate,
    pickupTime: clock(query.get("pickupTime") ?? "") ?? usualTime,
    returnDate,
    returnTime: clock(query.get("returnTime") ?? "") ?? usualTime,
    carType: car?.name ?? named.slice(0, 120),
  };
  return { details, notes };
}

/** Quotation marks depend on the language. */
function inQuotes(text: string): string {
  return t`“${text}”`;
}

function isDate(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(+moment) && moment.toISOString().startsWith(text);
}
