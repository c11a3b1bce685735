import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { formatDaySpan, formatNumber, formatPlainDay } from "@/lib/format";
import type { Due, Lead } from "./api";

export const leadStates: Record<Lead["state"], MessageDescriptor> = {
  new: msg({ message: "New", context: "state of a begun booking" }),
  contacted: msg({ message: "Contacted", context: "state of a begun booking" }),
  won: msg({ message: "Booked", context: "state of a begun booking" }),
  lost: msg({ message: "Lost", context: "state of a begun booking" }),
};

const dueKinds: Record<Due["kind"], MessageDescriptor> = {
  insurance: msg({ message: "Insurance", context: "document of a vehicle" }),
  inspection: msg({ message: "Inspection", context: "document of a vehicle" }),
  registration: msg({ message: "Registration", context: "document of a vehicle" }),
  other: msg({ message: "Other", context: "document of a vehicle" }),
  service: msg({ message: "Service", context: "why a vehicle is blocked" }),
};

export function dueName({ kind, title }: Due): string {
  return title || t(dueKinds[kind]);
}

/** By when something is due: a day, a mileage, or both. */
export function dueTime({ on, mileageKm }: Due): string {
  const day = on && formatPlainDay(on);
  const distance = mileageKm !== null && formatNumber(mileageKm);
  if (day && distance) return t`by ${day} or at ${distance} km`;
  if (day) return t`by ${day}`;
  return distance ? t`at ${distance} km` : "";
}

export const dueStates: Record<Due["state"], MessageDescriptor> = {
  expiring: msg({ message: "Expires soon", context: "state of a document" }),
  expired: msg({ message: "Expired", context: "state of a document" }),
  soon: msg({ message: "Due soon", context: "state of work on a vehicle" }),
  overdue: msg({ message: "Overdue", context: "state of work on a vehicle" }),
};

/** The days that someone began to book, as far as they were typed. */
export function wantedDays({ pickupDate, returnDate }: Lead): string {
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDay(pickupDate)) return "";
  if (!isDay(returnDate) || returnDate < pickupDate) return t`from ${{ day: formatPlainDay(pickupDate) }}`;
  return formatDaySpan(pickupDate, returnDate);
}
