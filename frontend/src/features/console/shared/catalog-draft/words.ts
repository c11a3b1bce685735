import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { formatNumber } from "@/lib/format";
import type { Items } from "./api";

/** What the parts of the catalogue are called. */
export const partLabels: Record<string, MessageDescriptor> = {
  cars: msg`Cars`,
  locations: msg`Places`,
  handoverPlaces: msg`Handover places`,
  deliveryFees: msg`Delivery fees`,
  drivingTimes: msg`Driving times`,
  insurance: msg`Insurance`,
  services: msg`Services`,
  seasons: msg`Seasons`,
  priceRules: msg`Price rules`,
};

/** What the kinds of cars are called. */
export const categories: Record<Exclude<Items["cars"]["category"], undefined>, MessageDescriptor> = {
  "": msg({ message: "Not set", context: "category of cars" }),
  economy: msg({ message: "Economy", context: "category of cars" }),
  sedan: msg({ message: "Saloon", context: "category of cars" }),
  estate: msg({ message: "Estate", context: "category of cars" }),
  suv: msg({ message: "SUV", context: "category of cars" }),
  offRoad: msg({ message: "Off-road", context: "category of cars" }),
  van: msg({ message: "Van", context: "category of cars" }),
  premium: msg({ message: "Premium", context: "category of cars" }),
};

const labels: Record<string, MessageDescriptor> = {
  name: msg`Name`,
  label: msg`Name`,
  title: msg`Title`,
  description: msg`Description`,
  baseRate: msg`Base daily rate`,
  rates: msg`Prices by length`,
  seats: msg`Seats`,
  transmission: msg`Transmission`,
  fuelType: msg`Fuel`,
  driveWheels: msg`Driven wheels`,
  fuelConsumption: msg`Litres per 100 km`,
  specs: msg`Short facts`,
  images: msg`Photos`,
  videoUrl: msg`Video`,
  category: msg`Category`,
  equipment: msg`Equipment`,
  luggageLarge: msg`Large suitcases`,
  luggageSmall: msg`Small suitcases`,
  doors: msg`Doors`,
  year: msg`Model year`,
  deposit: msg`Deposit`,
  excess: msg`Excess`,
  kilometresADay: msg`Kilometres a day`,
  minimumAge: msg`Youngest driver`,
  acrissCode: msg`ACRISS code`,
  inFleet: msg`In the showcase`,
  inSearch: msg`In the search`,
  position: msg`Position`,
  translations: msg`Other languages`,
  code: msg`Code`,
  price: msg`Price`,
  dailyRate: msg`Daily rate`,
  percent: msg`Percent`,
  starts: msg`First day`,
  ends: msg`Last day`,
  address: msg`Address`,
};

/** A field in words; of one without any, `outOfHoursFee` becomes out of hours fee. */
export function fieldLabel(field: string): string {
  const known = labels[field];
  return known ? i18n._(known) : field.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

/** Any value of a field in few words. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return t`nothing`;
  if (value === true) return t`yes`;
  if (value === false) return t`no`;
  if (typeof value === "number") return formatNumber(value, 2);
  if (Array.isArray(value)) return value.length === 0 ? t`nothing` : value.map(valueText).join(" · ");
  if (typeof value === "object") return objectText(value as Record<string, unknown>);
  return String(value);
}

function objectText(value: Record<string, unknown>): string {
  if ("minDays" in value) {
    const [days, rate] = [String(value.minDays), valueText(value.dailyRate)];
    return t`${days}+ days: ${rate}`;
  }
  if ("alt" in value) return String(value.alt || value.view);
  return Object.entries(value)
    .filter(([, inner]) => inner !== "" && inner !== null && !(Array.isArray(inner) && inner.length === 0))
    .map(([name, inner]) => `${fieldLabel(name)}: ${valueText(inner)}`)
    .join(", ");
}

/** A code out of a name that someone typed: "Hyundai i20" is hyundai-i20; empty when nothing of it is Latin. */
export function codeOf(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
}

/** The same with capitals instead of hyphens, as insurance and services have it: "Baby seat" is babySeat. */
export function camelCodeOf(name: string): string {
  return codeOf(name)
    .replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[0-9]+/, "");
}
