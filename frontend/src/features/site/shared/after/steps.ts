import { t } from "@lingui/core/macro";
import { type TermLine, termLines } from "@/features/site/shared/terms/lines";
import { toBring } from "@/features/site/shared/to-bring/lines";
import { formatMoney, formatShortMoment, formatZonedMoment } from "@/lib/format";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";

export interface Step {
  kind: "confirm" | "documents" | "pickup" | "return" | "over";
  text: string;
  isDone: boolean;
  /** What belongs to it, line by line. */
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
  /** The car's name, by which it may ask for more than others. */
  car: string;
}

/** What happens next, with the clock; what has happened stays as done. */
export function nextSteps(booking: BookingState): Step[] {
  const { status, confirmBy, pickupPlace, returnPlace } = booking;
  if (status === "cancelled") {
    return [{ kind: "over", text: t`This booking was cancelled. No action needed.`, isDone: true }];
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
      text: documentsText(),
      isDone: isPickedUp,
      ...(isPickedUp ? {} : { lines: documents(booking.car) }),
    },
    { kind: "pickup", text: t`Pick up the car: ${pickup}, ${pickupPlace}`, isDone: isPickedUp },
    {
      kind: "return",
      text: t`Bring it back: ${back}, ${returnPlace}`,
      isDone: status === "completed",
    },
  ];
}

function documentsText(): string {
  const { payment } = siteConfig().rental.terms;
  if (payment === "firstDay") return t`Have your documents ready; you pay on the first day`;
  if (payment === "pickup") return t`Have your documents ready; you pay when you get the car`;
  return t`Have your documents ready`;
}

/** Which they are, as the company says it. */
function documents(name: string): TermLine[] {
  const { cars, rental, tenant } = siteConfig();
  const car = cars.find((item) => fold(item.name) === fold(name));
  const terms = termLines(rental.terms, { money: formatMoney, timezone: tenant.timezone });
  return [...terms.filter(({ kind }) => kind === "licence"), ...toBring(rental, car)];
}
