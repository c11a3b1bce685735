import type { ReferredBooking } from "./api";

export type CommissionStatus = ReferredBooking["commissionStatus"];

/** What affiliates read; the server's files say the same. */
export const statusWords: Record<CommissionStatus, string> = {
  paid: "Paid",
  unpaid: "Unpaid",
  held: "In review",
  cancelled: "Cancelled",
  none: "No commission",
};

export const statusNotes: Record<CommissionStatus, string> = {
  paid: "Sent to your payout address.",
  unpaid: "Comes with the next payout.",
  held: "The company looks at this booking before it pays.",
  cancelled: "The booking was cancelled, so it earns nothing.",
  none: "The booking carries your own e-mail address or phone number.",
};
