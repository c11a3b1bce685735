import { t } from "@lingui/core/macro";
import { formatShortMoment } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

export interface Step {
  kind: "confirm" | "documents" | "pickup" | "return" | "over";
  text: string;
  isDone: boolean;
}

interface Standing {
  status: "pending" | "confirmed" | "active" | "completed" | "cancelled";
  /** Moments, ISO 8601. */
  confirmBy: string | null;
  pickupAt: string;
  returnAt: string;
  pickupPlace: string;
  returnPlace: string;
}

/** What happens next, with the clock; what has happened stays as done. */
export function nextSteps(standing: Standing): Step[] {
  const { status, confirmBy, pickupPlace, returnPlace } = standing;
  if (status === "cancelled") {
    return [{ kind: "over", text: t`This booking was cancelled. Nothing more is to be done.`, isDone: true }];
  }
  const pickup = formatShortMoment(standing.pickupAt);
  const back = formatShortMoment(standing.returnAt);
  const limit = confirmBy ? formatShortMoment(confirmBy) : "";
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
    { kind: "documents", text: documentsText(), isDone: isPickedUp },
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
  if (payment === "firstDay") return t`Have your licence and passport ready; you pay on the first day`;
  if (payment === "pickup") return t`Have your licence and passport ready; you pay when you get the car`;
  return t`Have your licence and passport ready`;
}
