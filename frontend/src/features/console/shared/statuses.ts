import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";

type Status = components["schemas"]["BookingSummary"]["status"];

export const statusNames: Record<Status, MessageDescriptor> = {
  pending: msg({ message: "Pending", context: "status of a booking" }),
  confirmed: msg({ message: "Confirmed", context: "status of a booking" }),
  active: msg({ message: "Active", context: "status of a booking" }),
  completed: msg({ message: "Completed", context: "status of a booking" }),
  cancelled: msg({ message: "Cancelled", context: "status of a booking" }),
};

/** A status of a booking within a sentence. */
export const statusesInSentence: Record<Status, MessageDescriptor> = {
  pending: msg({ message: "pending", context: "status of a booking within a sentence" }),
  confirmed: msg({ message: "confirmed", context: "status of a booking within a sentence" }),
  active: msg({ message: "active", context: "status of a booking within a sentence" }),
  completed: msg({ message: "completed", context: "status of a booking within a sentence" }),
  cancelled: msg({ message: "cancelled", context: "status of a booking within a sentence" }),
};

export function statusName(status: Status): string {
  return t(statusNames[status]);
}

export function statusInSentence(status: Status): string {
  return t(statusesInSentence[status]);
}
