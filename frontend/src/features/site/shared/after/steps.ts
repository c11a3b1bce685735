import { t } from "@lingui/core/macro";
import { type TermLine, termLines } from "@/features/site/shared/terms/lines";
import { toBring } from "@/features/site/shared/to-bring/lines";
import { formatMomentDay, formatMoney, formatShortMoment, formatZonedMoment } from "@/lib/format";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";

export interface Step {
  kind: "confirm" | "documents" | "pickup" | "pay" | "return" | "over";
  text: string;
  /** How to find each other at the place. */
  detail?: string;
  isDone: boolean;
  /** Additional lines of the step. */
  lines?: TermLine[];
}

interface BookingState {
  status: "pending" | "confirmed" | "active" | "completed" | "cancelled";
  /** Moments, ISO 8601. */
  confirmBy: string | null;
  pickupAt: string;
  returnAt: string;
  pickupPlace: string;
  returnPlace: string;
  meetingPoint?: string;
  /** The amount due, in `currency`; negative amounts are refunded. */
  due: number;
  currency: string;
  /** The car's name, whose own requirements may be higher. */
  car: string;
}

/** The next steps with their times; past steps are marked as done. */
export function nextSteps(booking: BookingState): Step[] {
  const { status, confirmBy, pickupPlace, returnPlace } = booking;
  if (status === "cancelled") {
    const text =
      booking.due > 0
        ? t`This booking was cancelled. ${{ amount: formatMoney(booking.due, booking.currency) }} is still to be paid.`
        : booking.due < 0
          ? t`This booking was cancelled. You get ${{ amount: formatMoney(-booking.due, booking.currency) }} back.`
          : t`This booking was cancelled. No action needed.`;
    return [{ kind: "over", text, isDone: booking.due <= 0 }];
  }
  const pickup = formatShortMoment(booking.pickupAt);
  const back = formatShortMoment(booking.returnAt);
  const limit = confirmBy ? formatZonedMoment(confirmBy) : "";
  const isConfirmed = status !== "pending";
  const isPickedUp = status === "active" || status === "completed";
  return [
    {
      kind: "confirm",
      text: isConfirmed
        ? t`Your booking is confirmed`
        : limit
          ? t`We confirm your booking by ${limit} at the latest`
          : t`We confirm your booking`,
      isDone: isConfirmed,
    },
    {
      kind: "documents",
      text: t`Have your documents ready`,
      isDone: isPickedUp,
      ...(isPickedUp ? {} : { lines: documents(booking.car) }),
    },
    {
      kind: "pickup",
      text: t`Pick up the car: ${pickup}, ${pickupPlace}`,
      isDone: isPickedUp,
      ...(booking.meetingPoint && !isPickedUp ? { detail: booking.meetingPoint } : {}),
    },
    ...payment(booking),
    {
      kind: "return",
      text: t`Bring it back: ${back}, ${returnPlace}`,
      isDone: status === "completed",
    },
  ];
}

/** The amount due and when; empty when nothing is left to pay, since the amounts below show it. */
function payment({ due, currency, pickupAt, status }: BookingState): Step[] {
  if (due <= 0) return [];
  const { payment: when } = siteConfig().rental.terms;
  const amount = formatMoney(due, currency);
  const isBefore = status === "pending" || status === "confirmed";
  const text =
    when === "firstDay" && isBefore
      ? t`Pay ${amount} on the first day, ${{ day: formatMomentDay(pickupAt) }}`
      : when === "pickup" && isBefore
        ? t`Pay ${amount} when you get the car`
        : t`Pay ${amount}`;
  return [{ kind: "pay", text, isDone: false }];
}

/** The accepted documents, in the company's words. */
function documents(name: string): TermLine[] {
  const { cars, rental, tenant } = siteConfig();
  const car = cars.find((item) => fold(item.name) === fold(name));
  const terms = termLines(rental.terms, { money: formatMoney, timezone: tenant.timezone });
  return [...terms.filter(({ kind }) => kind === "licence"), ...toBring(rental, car)];
}
