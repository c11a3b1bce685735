import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { CustomerEvent } from "./api";

const fieldNames: Record<string, MessageDescriptor> = {
  name: msg`Name`,
  language: msg`Language`,
  licence_number: msg`Licence number`,
  licence_expires_on: msg`Licence valid until`,
  is_blacklisted: msg`Blacklist`,
};

/** Fields in words, each once; a reason goes with what it is the reason of. */
export function fieldsInWords(fields: readonly string[]): string {
  return fields.flatMap((field) => (fieldNames[field] ? [t(fieldNames[field])] : [])).join(", ");
}

/** What happened, as a line of the history. */
export function eventName(event: CustomerEvent): string {
  const other = event.other ?? t`another customer`;
  switch (event.kind) {
    case "changed":
      return t`Changed: ${{ fields: fieldsInWords(event.fields) }}`;
    case "blacklisted":
      return t`Put on the blacklist`;
    case "unblacklisted":
      return t`Taken off the blacklist`;
    case "merged":
      return t`${{ customer: other }} was merged into this customer`;
    case "unmerged":
      return t`${{ customer: other }} was removed`;
  }
}

/** What is kept of a person, by kind; kinds of a later version show their own name. */
export const recordNames: Record<string, MessageDescriptor> = {
  bookings: msg`Bookings`,
  bookingEvents: msg`Steps of bookings`,
  bookingChanges: msg`Changes of bookings`,
  bookingNotes: msg`Notes and emails of the team`,
  repeatedSubmits: msg`Keys of submits`,
  incompleteBookings: msg`Incomplete bookings`,
  quizSessions: msg`Quiz sessions`,
  visits: msg`Visits with their IP address`,
  clicks: msg`Page loads with click ids`,
  messages: msg`Messages about them`,
  refusedCommissions: msg`Reasons of refused commissions`,
  affiliateCodes: msg`Promo codes as an affiliate`,
  affiliatePayouts: msg`Payouts as an affiliate`,
  affiliateAccounts: msg`Affiliate account`,
  customers: msg`Customer record`,
  customerContacts: msg`Addresses and numbers`,
  customerNotes: msg`Notes about the customer`,
  customerEvents: msg`History of the customer`,
};
