import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { payableMoments } from "@/features/console/shared/money-words";
import { rightNames } from "@/features/console/shared/rights";
import { roleInSentence } from "@/features/console/shared/roles";
import { statusesInSentence } from "@/features/console/shared/statuses";

const fields: Record<string, MessageDescriptor> = {
  role: msg({ message: "role", context: "changed field" }),
  email: msg({ message: "email", context: "changed field" }),
  ended: msg({ message: "ended", context: "changed field" }),
  sessionsEnded: msg({ message: "sessions ended", context: "changed field" }),
  deleted: msg({ message: "deleted", context: "changed field" }),
  excludedIps: msg({ message: "excluded IP addresses", context: "changed field" }),
  count: msg({ message: "count", context: "changed field" }),
  notes: msg({ message: "notes", context: "changed field" }),
  subject: msg({ message: "subject", context: "changed field" }),
  filters: msg({ message: "filters", context: "changed field" }),
  needsReview: msg({ message: "needs review", context: "changed field" }),
  status: msg({ message: "status", context: "changed field" }),
  reason: msg({ message: "reason", context: "changed field" }),
  active: msg({ message: "active", context: "changed field" }),
  discountPercent: msg({ message: "discount percent", context: "changed field" }),
  commissionPercent: msg({ message: "commission percent", context: "changed field" }),
  firstDay: msg({ message: "first day", context: "changed field" }),
  lastDay: msg({ message: "last day", context: "changed field" }),
  maximumUses: msg({ message: "maximum uses", context: "changed field" }),
  payout: msg({ message: "payout", context: "changed field" }),
  scopes: msg({ message: "permissions", context: "changed field" }),
  requestsPerMinute: msg({ message: "requests per minute", context: "changed field" }),
  expiresAt: msg({ message: "expires", context: "changed field" }),
  previousUntil: msg({ message: "previous key works until", context: "changed field" }),
  maxDays: msg({ message: "days", context: "changed field" }),
  total: msg({ message: "total", context: "changed field" }),
  currency: msg({ message: "currency", context: "changed field" }),
  commissions: msg({ message: "commissions", context: "changed field" }),
  held: msg({ message: "held", context: "changed field" }),
  payableOn: msg({ message: "payable on", context: "changed field" }),
  refused: msg({ message: "refused", context: "changed field" }),
  payoutEmail: msg({ message: "payout email", context: "changed field" }),
  name: msg({ message: "name", context: "changed field" }),
  made: msg({ message: "created", context: "changed field" }),
  account_id: msg({ message: "account id", context: "changed field" }),
  login_account_id: msg({ message: "login account id", context: "changed field" }),
  conversion_action_id: msg({ message: "conversion action id", context: "changed field" }),
  client_email: msg({ message: "client email", context: "changed field" }),
  bookings: msg({ message: "bookings", context: "changed field" }),
  visits: msg({ message: "visits", context: "changed field" }),
  clicks: msg({ message: "clicks", context: "changed field" }),
  languages: msg({ message: "languages", context: "changed field" }),
  teamLanguage: msg({ message: "language of the team", context: "changed field" }),
  title: msg({ message: "title", context: "changed field" }),
  alt_texts: msg({ message: "image descriptions", context: "changed field" }),
  focus: msg({ message: "focus", context: "changed field" }),
  crop: msg({ message: "image crop", context: "changed field" }),
  poster: msg({ message: "video poster", context: "changed field" }),
  kind: msg({ message: "kind", context: "changed field" }),
  messages: msg({ message: "messages", context: "changed field" }),
  access: msg({ message: "access", context: "changed field" }),
  call: msg({ message: "request", context: "changed field" }),
  drafts: msg({ message: "drafts", context: "changed field" }),
  operator: msg({ message: "operator", context: "changed field" }),
  until: msg({ message: "until", context: "changed field" }),
  why: msg({ message: "reason", context: "changed field" }),
  rights: msg({ message: "permissions", context: "changed field" }),
};

/** Labels of coded values, by field. */
const vocabulary: Record<string, Record<string, MessageDescriptor>> = {
  role: roleInSentence,
  rights: rightNames,
  payableOn: payableMoments,
  status: {
    ...statusesInSentence,
    paused: msg({ message: "paused", context: "status of an affiliate within a sentence" }),
  },
};

/** A field's name in words; of one that is not known here, `customerEmail` and `customer_email` become customer email. */
export function fieldName(name: string): string {
  const known = fields[name];
  if (known) return t(known);
  return name
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

/** A field's value in words. */
export function wordsOf(field: string, value: unknown): string {
  if (Array.isArray(value) && vocabulary[field] && value.length > 0)
    return value.map((each) => wordsOf(field, each)).join(", ");
  const known = vocabulary[field]?.[String(value)];
  return known ? t(known) : valueText(value);
}

/** Any value in words; what is not shown says why. */
export function valueText(value: unknown): string {
  if (value === "redacted") return t`not shown`;
  if (value === null || value === undefined || value === "") return t`nothing`;
  if (value === true) return t({ message: "yes", context: "changed field" });
  if (value === false) return t({ message: "no", context: "changed field" });
  if (Array.isArray(value)) return value.length === 0 ? t`nothing` : value.map(valueText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
