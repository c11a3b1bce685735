import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SentMessage } from "./api";

/** The status of a message to a customer, and whether it needs attention. */
interface StateWords {
  label: MessageDescriptor;
  look: "plain" | "good" | "warning";
}

export const stateWords: Record<SentMessage["state"], StateWords> = {
  pending: { label: msg({ message: "waits", context: "message" }), look: "plain" },
  sent: { label: msg({ message: "sent", context: "message" }), look: "good" },
  delivered: { label: msg({ message: "delivered", context: "message" }), look: "good" },
  bounced: { label: msg({ message: "bounced", context: "message" }), look: "warning" },
  complained: { label: msg({ message: "marked as spam", context: "message" }), look: "warning" },
  skipped: { label: msg({ message: "not sent", context: "message" }), look: "plain" },
  failed: { label: msg({ message: "failed", context: "message" }), look: "warning" },
};

const reasons: Record<string, MessageDescriptor> = {
  no_email: msg`There is no email address.`,
  outdated: msg`Out of date by the time it was due to be sent.`,
  switched_off: msg`This message is switched off.`,
  unsubscribed: msg`The customer unsubscribed from these messages.`,
  blacklisted: msg`The customer is on the blacklist.`,
  too_many: msg`Too many emails to this address within a day, for bookings that no one has confirmed.`,
};

const names: Record<string, MessageDescriptor> = {
  received: msg`Booking received`,
  confirmed: msg`Booking confirmed`,
  changed: msg`Booking changed`,
  reminder: msg`Reminder`,
  thanks: msg`Thanks and review`,
  cancelled: msg`Booking cancelled`,
  "booking.customer_email": msg`Written by your team`,
  "booking.handover_document": msg`Document`,
  "booking.invoice": msg`Invoice or receipt`,
  "booking.proforma": msg`Proforma invoice`,
};

/** Why it was not sent, or the mail service's report. */
export function reasonOf({ reason }: SentMessage): MessageDescriptor | string | null {
  return reason === null ? null : (reasons[reason] ?? reason);
}

export function nameOf({ occasion, kind, subject }: SentMessage): MessageDescriptor | string {
  return names[occasion ?? kind] ?? subject ?? kind;
}
