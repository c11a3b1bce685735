import type { PayableOn, ReferredBooking } from "./api";

export type CommissionStatus = ReferredBooking["commissionStatus"];

/** What affiliates read, on the page and in the file. */
export const statusWords: Record<CommissionStatus, string> = {
  paid: "Paid",
  unpaid: "Payable",
  pending: "Pending",
  held: "In review",
  refused: "Refused",
  cancelled: "Cancelled",
  none: "No commission",
};

/** Ends "… becomes payable"; the console says the same. */
export const payableWords: Record<PayableOn, string> = {
  booking: "with the booking",
  confirmation: "when the company confirms the booking",
  completion: "when the rental is completed",
};

/** What the status of one booking means. */
export function statusNote(
  booking: ReferredBooking,
  payableOn: PayableOn,
  day: (iso: string) => string,
): string {
  switch (booking.commissionStatus) {
    case "paid":
      return "Sent to your payout address.";
    case "unpaid":
      return "Comes with the next payout.";
    case "pending":
      return payableOn === "completion"
        ? `Payable when the rental is completed, planned for ${day(booking.rentalEndsAt)}.`
        : `Payable ${payableWords[payableOn]}.`;
    case "held":
      return "The company looks at this booking before it pays.";
    case "refused":
      return `The company refused it: ${booking.refusalReason}`;
    case "cancelled":
      return "The booking was cancelled, so it earns nothing.";
    case "none":
      return "The booking carries your own e-mail address or phone number.";
  }
}
