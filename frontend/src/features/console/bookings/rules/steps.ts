/** The steps of a booking from its confirmation to the return of the car. */

import { formatMoment, formatShortMoment } from "@/lib/format";
import type { BookingDetail, Happening, Status } from "../api";

const names: Record<Status, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  active: "Active",
  completed: "Completed",
  cancelled: "Cancelled",
};

export function statusName(status: Status): string {
  return names[status];
}

export interface Step {
  status: Status;
  /** What the button says. */
  deed: string;
  done: string;
}

export const steps: readonly Step[] = [
  { status: "confirmed", deed: "Confirm booking", done: "Confirmed" },
  { status: "active", deed: "Hand over the car", done: "Handed over" },
  { status: "completed", deed: "Complete rental", done: "Returned" },
];

export type StepState = "done" | "next" | "later";

/** Where a booking stands with each step; a cancelled one has no next. */
export function stateOf(booking: Pick<BookingDetail, "status" | "nextStatuses">, step: Step): StepState {
  const reached = steps.findIndex(({ status }) => status === booking.status);
  if (steps.indexOf(step) <= reached) return "done";
  return booking.nextStatuses.includes(step.status) ? "next" : "later";
}

/** The change that led to `status` last. */
export function lastChangeTo(history: readonly Happening[], status: Status): Happening | undefined {
  return history.findLast((happening) => happening.kind === "status" && happening.toStatus === status);
}

/** How a booking stands and what comes next, in a sentence or two. */
export function standing(booking: BookingDetail, timezone: string): string {
  const pickup = formatShortMoment(booking.pickupAt, timezone);
  const back = formatShortMoment(booking.returnAt, timezone);
  switch (booking.status) {
    case "pending":
      return "This booking waits to be confirmed.";
    case "confirmed":
      return `Confirmed. The car is picked up on ${pickup}.`;
    case "active":
      return `The customer has the car. It is due back on ${back}.`;
    case "completed":
      return "The car is back. This rental is complete.";
    case "cancelled": {
      const change = lastChangeTo(booking.history, "cancelled");
      const when = change ? ` on ${formatMoment(change.createdAt, timezone)}` : "";
      return `Cancelled${when}${change?.adminName ? ` by ${change.adminName}` : ""}.`;
    }
  }
}

const order: readonly Status[] = ["pending", "confirmed", "active", "completed"];

/** A change of status as one reads it in the history, without who made it. */
export function changeInWords(from: Status, to: Status): string {
  if (from === "cancelled") return `took the cancellation back: it is ${to} again`;
  if (to !== "cancelled" && order.indexOf(to) < order.indexOf(from))
    return `took it back from ${statusName(from).toLowerCase()} to ${statusName(to).toLowerCase()}`;
  return `changed it to ${statusName(to).toLowerCase()}`;
}
