import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import {
  formatDaySpan,
  formatDays,
  formatMomentDay,
  formatNumber,
  formatPlainDay,
  formatShortMoment,
  formatTime,
  timeLeft,
} from "@/lib/format";
import type { CountedKind, Due, Lead, Task, TaskKind } from "./api";

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

/** The kinds of tasks, in the order of their filters. */
export const taskKinds: Record<CountedKind, MessageDescriptor> = {
  late_return: msg`Late returns`,
  late_pickup: msg`Late pickups`,
  calendar_conflict: msg`Calendar conflicts`,
  confirm: msg`Waiting for confirmation`,
  transfer: msg`Vehicle transfers`,
  costs: msg`Return costs`,
  fee: msg`Cancellation fees`,
  card_hold: msg`Card holds that expire soon`,
  payment: msg`Balances due`,
  no_vehicle: msg`No vehicle assigned`,
  documents: msg`Licence missing`,
  pickup: msg`Pickups`,
  return: msg`Returns`,
};

/** What one task is. */
export const taskNames: Record<TaskKind, MessageDescriptor> = {
  late_return: msg`Late return`,
  late_pickup: msg`Late pickup`,
  confirm: msg`Confirm booking`,
  transfer: msg`Vehicle transfer`,
  costs: msg`Return costs`,
  fee: msg`Cancellation fee`,
  card_hold: msg`Card hold expires`,
  payment: msg`Balance due`,
  no_vehicle: msg`No vehicle assigned`,
  documents: msg`Licence missing`,
  pickup: msg`Pickup`,
  return: msg`Return`,
};

export const urgencies: Record<Task["urgency"], MessageDescriptor> = {
  now: msg({ message: "Now", context: "how urgent a task is" }),
  today: msg({ message: "Today", context: "how urgent a task is" }),
  tomorrow: msg({ message: "Tomorrow", context: "how urgent a task is" }),
  later: msg({ message: "Next days", context: "how urgent a task is" }),
};

/** When a task is due, takes place, or how late it is. */
export function taskTime({ kind, urgency, dueAt, at }: Task, now: Date): string {
  switch (kind) {
    case "late_return":
    case "late_pickup":
      return t`${{ time: timePassed(dueAt, now) }} late`;
    case "confirm": {
      const left = timeLeft(dueAt, now);
      return left ? t`${left} left` : t`cancelling`;
    }
    case "costs":
    case "fee":
    case "payment":
      return t`since ${{ day: formatMomentDay(dueAt) }}`;
    case "card_hold":
      return t`expires ${{ moment: formatShortMoment(dueAt) }}`;
    case "pickup":
    case "return":
      return formatTime(at);
    default: {
      const moment = urgency === "later" ? formatShortMoment(at) : formatTime(at);
      return t`pickup ${moment}`;
    }
  }
}

/** 45 min, 3 h 20 min, 2 days. */
function timePassed(since: string, now: Date): string {
  const passed = Math.max(now.getTime() - Date.parse(since), 1);
  const days = Math.floor(passed / (24 * 60 * 60_000));
  if (days >= 1) return formatDays(days);
  return timeLeft(new Date(passed).toISOString(), new Date(0)) ?? "";
}
