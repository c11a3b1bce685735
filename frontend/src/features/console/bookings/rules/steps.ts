/** The steps of a booking from its confirmation to the return of the car. */

import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { statusNames } from "@/features/console/shared/statuses";
import { formatMoment, formatShortMoment } from "@/lib/format";
import type { BookingDetail, Happening, Status } from "../api";

export interface Step {
  status: Status;
  /** Button text. */
  action: MessageDescriptor;
  done: MessageDescriptor;
}

export const steps: readonly Step[] = [
  { status: "confirmed", action: msg`Confirm booking`, done: statusNames.confirmed },
  { status: "active", action: msg`Hand over the car`, done: msg`Handed over` },
  { status: "completed", action: msg`Complete rental`, done: msg`Returned` },
];

type StepState = "done" | "next" | "later";

/** The state of each step of a booking; a cancelled one has no next. */
export function stateOf(booking: Pick<BookingDetail, "status" | "nextStatuses">, step: Step): StepState {
  const reached = steps.findIndex(({ status }) => status === booking.status);
  if (steps.indexOf(step) <= reached) return "done";
  return booking.nextStatuses.includes(step.status) ? "next" : "later";
}

/** The change that led to `status` last. */
export function lastChangeTo(history: readonly Happening[], status: Status): Happening | undefined {
  return history.findLast((happening) => happening.kind === "status" && happening.toStatus === status);
}

/** The status of a booking and the next step, in a sentence or two. */
export function progressText(booking: BookingDetail, timezone: string): string {
  const pickup = formatShortMoment(booking.pickupAt, timezone);
  const back = formatShortMoment(booking.returnAt, timezone);
  switch (booking.status) {
    case "pending":
      return t`This booking is awaiting confirmation.`;
    case "confirmed":
      return t`Confirmed. The car is picked up on ${pickup}.`;
    case "active":
      return t`The customer has the car. Return due: ${back}.`;
    case "completed":
      return t`The car was returned. This rental is complete.`;
    case "cancelled": {
      const change = lastChangeTo(booking.history, "cancelled");
      if (!change) return t`Cancelled.`;
      const when = formatMoment(change.createdAt, timezone);
      const who = change.adminName;
      return who ? t`Cancelled on ${when} by ${who}.` : t`Cancelled on ${when}.`;
    }
  }
}
