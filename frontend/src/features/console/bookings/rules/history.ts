import { t } from "@lingui/core/macro";
import { statusInSentence } from "@/features/console/shared/statuses";
import type { Happening, Status } from "../api";

const order: readonly Status[] = ["pending", "confirmed", "active", "completed"];

/** What happened to a booking, and by whom, as a sentence. */
export function happeningInWords(happening: Happening): string {
  const { kind, actor, adminName, apiKeyName, fromStatus, toStatus } = happening;
  const byDesk = adminName || (apiKeyName ? t`API key ${{ name: apiKeyName }}` : t`An admin`);
  const who = { customer: t`The customer`, system: t`The system`, admin: byDesk }[actor];
  if (kind === "note") return t`${who} added a note`;
  if (kind === "email") return t`${who} emailed the customer`;
  if (kind === "document") return t`${who} deleted a driver's document`;
  if (!fromStatus || !toStatus) return apiKeyName ? t`${who} created the booking` : t`The customer booked`;
  return changeInWords(who, fromStatus, toStatus);
}

/** A change of status as one reads it in the history. */
function changeInWords(who: string, from: Status, to: Status): string {
  const before = statusInSentence(from);
  const after = statusInSentence(to);
  if (from === "cancelled") return t`${who} undid the cancellation: it's ${after} again`;
  if (to !== "cancelled" && order.indexOf(to) < order.indexOf(from))
    return t`${who} reverted it from ${before} to ${after}`;
  return t`${who} changed it to ${after}`;
}
