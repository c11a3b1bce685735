import type { Commission, PayableOn, StatementLine } from "./api";

export const statusWords: Record<Commission["commissionStatus"], string> = {
  paid: "Paid",
  unpaid: "Payable",
  pending: "Not payable yet",
  held: "On hold",
  refused: "Refused",
  cancelled: "Cancelled",
  none: "No commission",
};

/** Ends "Commission becomes payable …"; the server says the same. */
export const payableWords: Record<PayableOn, string> = {
  booking: "with the booking",
  confirmation: "when the booking is confirmed",
  completion: "when the rental is completed",
};

export const holdWords: Record<Commission["holdReasons"][number], string> = {
  paid_click: "The booking arrived by a paid advertisement of yours.",
  shared_address: "Three or more bookings came from one internet address within thirty days.",
};

export const selfReferralWords = "The affiliate's own e-mail address or phone number is on the booking.";

export const lineWords: Record<StatementLine["kind"], string> = {
  earned: "Commission earned",
  voided: "Booking cancelled",
  refused: "Commission refused",
  restored: "Refusal taken back",
  payout: "Payout",
  reversal: "Payout reversed",
};

interface Parts {
  payable: number;
  pending: number;
  held: number;
}

/** The parts of what is owed that are not nothing, such as "€77 payable, €40 not payable yet". */
export function partsInWords(parts: Parts, money: (amount: number) => string): string {
  return [
    parts.payable > 0 && `${money(parts.payable)} payable`,
    parts.pending > 0 && `${money(parts.pending)} not payable yet`,
    parts.held > 0 && `${money(parts.held)} on hold`,
  ]
    .filter(Boolean)
    .join(", ");
}
