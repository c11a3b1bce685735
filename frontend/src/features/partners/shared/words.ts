import type { MessageDescriptor } from "@lingui/core";
import { msg, select, t } from "@lingui/core/macro";
import type { PayableOn, ReferredBooking } from "./api";

export type CommissionStatus = ReferredBooking["commissionStatus"];

/** What affiliates read, on the page and in the file. */
export const statusWords: Record<CommissionStatus, MessageDescriptor> = {
  paid: msg({ message: "Paid", context: "commission" }),
  unpaid: msg({ message: "Payable", context: "commission" }),
  pending: msg({ message: "Pending", context: "commission" }),
  held: msg({ message: "In review", context: "commission" }),
  refused: msg({ message: "Declined", context: "commission" }),
  cancelled: msg({ message: "Cancelled", context: "commission" }),
  none: msg({ message: "No commission", context: "commission" }),
};

/** What the status of one booking means. */
export function statusNote(
  { commissionStatus, refusalReason, rentalEndsAt }: ReferredBooking,
  payableOn: PayableOn,
  day: (iso: string) => string,
): string {
  const reason = refusalReason ?? "";
  switch (commissionStatus) {
    case "paid":
      return t`Sent to your payout email.`;
    case "unpaid":
      return t`Comes with the next payout.`;
    case "pending": {
      const end = day(rentalEndsAt);
      return select(payableOn, {
        booking: "Payable with the booking.",
        confirmation: "Payable when the company confirms the booking.",
        other: `Payable when the rental is completed, planned for ${end}.`,
      });
    }
    case "held":
      return t`The company reviews this booking before paying.`;
    case "refused":
      return t`Declined by the company: ${reason}`;
    case "cancelled":
      return t`The booking was cancelled, so it earns nothing.`;
    case "none":
      return t`The booking carries your own email address or phone number.`;
  }
}
