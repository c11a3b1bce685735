import type { Commission, StatementLine } from "./queries";

export const statusWords: Record<Commission["commissionStatus"], string> = {
  paid: "Paid",
  unpaid: "Unpaid",
  held: "On hold",
  cancelled: "Cancelled",
  none: "No commission",
};

export const holdWords: Record<Commission["holdReasons"][number], string> = {
  paid_click: "The booking arrived by a paid advertisement of yours.",
  shared_address: "Three or more bookings came from one internet address within thirty days.",
};

export const selfReferralWords = "The affiliate's own e-mail address or phone number is on the booking.";

export const lineWords: Record<StatementLine["kind"], string> = {
  earned: "Commission earned",
  voided: "Booking cancelled",
  payout: "Payout",
  reversal: "Payout reversed",
};
