import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { Commission, StatementLine } from "./api";

export const statusWords: Record<Commission["commissionStatus"], MessageDescriptor> = {
  paid: msg({ message: "Paid", context: "status of a commission" }),
  unpaid: msg({ message: "Payable", context: "status of a commission" }),
  pending: msg({ message: "Not payable yet", context: "status of a commission" }),
  held: msg({ message: "On hold", context: "status of a commission" }),
  refused: msg({ message: "Refused", context: "status of a commission" }),
  cancelled: msg({ message: "Cancelled", context: "status of a commission" }),
  none: msg({ message: "No commission", context: "status of a commission" }),
};

export const holdWords: Record<Commission["holdReasons"][number], MessageDescriptor> = {
  paid_click: msg`The booking came from one of your paid ads.`,
  shared_ip: msg`Three or more bookings came from one IP address within 30 days.`,
  by_staff: msg`Your team entered the promo code for the customer.`,
};

export const selfReferralWords = msg`The affiliate's own email address or phone number is on the booking.`;

export const lineWords: Record<StatementLine["kind"], MessageDescriptor> = {
  earned: msg`Commission earned`,
  voided: msg`Booking cancelled`,
  refused: msg`Commission refused`,
  restored: msg`Refusal undone`,
  payout: msg`Payout`,
  reversal: msg`Payout reversed`,
};

interface Parts {
  payable: number;
  pending: number;
  held: number;
}

/** The parts of what is owed that are not nothing, such as "€77 payable, €40 not payable yet". */
export function partsInWords(parts: Parts, money: (amount: number) => string): string {
  return [
    parts.payable > 0 && t`${{ amount: money(parts.payable) }} payable`,
    parts.pending > 0 && t`${{ amount: money(parts.pending) }} not payable yet`,
    parts.held > 0 && t`${{ amount: money(parts.held) }} on hold`,
  ]
    .filter(Boolean)
    .join(", ");
}
