import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { PhoneMessage } from "./api";

export const brands = { whatsapp: "WhatsApp", sms: "SMS" };

export const phoneStates: Record<
  PhoneMessage["state"],
  { label: MessageDescriptor; look: "plain" | "good" | "warning" }
> = {
  pending: { label: msg({ message: "waits", context: "message" }), look: "plain" },
  sending: { label: msg({ message: "waits", context: "message" }), look: "plain" },
  sent: { label: msg({ message: "sent", context: "message" }), look: "good" },
  delivered: { label: msg({ message: "delivered", context: "message" }), look: "good" },
  read: { label: msg({ message: "read", context: "message" }), look: "good" },
  failed: { label: msg({ message: "failed", context: "message" }), look: "warning" },
  unknown: { label: msg({ message: "unknown whether sent", context: "message" }), look: "warning" },
  skipped: { label: msg({ message: "not sent", context: "message" }), look: "plain" },
  received: { label: msg({ message: "received", context: "message" }), look: "plain" },
};

const reasons: Record<string, MessageDescriptor> = {
  channel_off: msg`This channel was turned off.`,
  opted_out: msg`The customer asked for no more messages.`,
  no_consent: msg`The customer has not agreed to messages.`,
  window_closed: msg`WhatsApp takes free text only within 24 hours of the customer's last message.`,
  unverified: msg`No one of your team had confirmed the booking.`,
  outdated: msg`Out of date by the time it was due to be sent.`,
  switched_off: msg`This message is switched off.`,
  unsubscribed: msg`The customer unsubscribed from these messages.`,
  blacklisted: msg`The customer is on the blacklist.`,
  no_text: msg`There is no text in the customer's language.`,
  daily_limit: msg`The daily limit is reached. It's sent as soon as possible.`,
  secret_unreadable: msg`The account's keys can't be read. The owner must enter them again.`,
  unreachable: msg`The provider can't be reached. It's tried again.`,
  interrupted: msg`Sending was interrupted. It may have been sent.`,
};

/** Why it was not sent, or the provider's words. */
export function phoneReason({ reason, state }: PhoneMessage): MessageDescriptor | string | null {
  if (state === "unknown") return reasons.interrupted ?? null;
  return reason === null ? null : (reasons[reason] ?? reason);
}
