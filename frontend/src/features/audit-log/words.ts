import { generatePath } from "react-router";
import { paths } from "@/config/paths";
import type { Entry } from "./queries";

/** What can be chosen to see; the value is how the actions begin. */
export const areas = [
  { value: "booking.", label: "Bookings" },
  { value: "affiliate.", label: "Affiliates" },
  { value: "promo_code.", label: "Promo codes" },
  { value: "commission.", label: "Commissions" },
  { value: "payout.", label: "Payouts" },
  { value: "admin.", label: "Users and accounts" },
  { value: "conversions.", label: "Conversions" },
  { value: "visits.", label: "Visits" },
  { value: "customer.", label: "Customers' data" },
] as const;

type Sentence = (subject: string, entry: Entry) => string;

const sentences: Record<string, Sentence> = {
  "admin.created": (who) => `added ${who || "an admin"}`,
  "admin.invited": (_, { after }) => `invited somebody as ${after.role}`,
  "admin.invitation_withdrawn": () => "withdrew an invitation",
  "admin.joined": () => "accepted the invitation",
  "admin.role_changed": (who, { before, after }) =>
    `changed the role of ${who} from ${before.role} to ${after.role}`,
  "admin.disabled": (who) => `took access away from ${who}`,
  "admin.enabled": (who) => `gave access back to ${who}`,
  "admin.password_changed": () => "changed the own password",
  "admin.password_reset": () => "set a new password by e-mail",
  "admin.second_factor_enabled": () => "turned the second factor on",
  "admin.second_factor_disabled": () => "turned the second factor off",
  "admin.second_factor_reset": (who) => `reset the second factor of ${who}`,
  "admin.recovery_codes_renewed": () => "made new recovery codes",
  "admin.session_ended": () => "signed out on another browser",
  "admin.other_sessions_ended": () => "signed out everywhere else",
  "booking.confirmed": (what) => `confirmed booking ${what}`,
  "booking.active": (what) => `marked booking ${what} as begun`,
  "booking.completed": (what) => `completed booking ${what}`,
  "booking.cancelled": (what) => `cancelled booking ${what}`,
  "booking.noted": (what) => `added a note to booking ${what}`,
  "booking.emailed": (what) => `wrote to the customer of booking ${what}`,
  "booking.reviewed": (what) => `reviewed booking ${what}`,
  "booking.exported": () => "downloaded a list of bookings",
  "affiliate.paused": () => "paused an affiliate",
  "affiliate.payout_address_changed": () => "changed the own payout address",
  "affiliate.resumed": () => "let an affiliate work again",
  "conversions.renamed": (_, { after }) => `named the conversion action ${after.name}`,
  "conversions.address_made": () => "made a secret address for conversions",
  "conversions.address_dropped": () => "closed the secret address of conversions",
  "promo_code.created": (what) => `made the promo code ${what}`,
  "promo_code.changed": (what) => `changed the promo code ${what}`,
  "commission.paid": (_, { after }) => `paid ${after.total ?? ""} of commission`.replace("  ", " "),
  "commission.refused": () => "refused a held commission",
  "commission.released": () => "released a held commission",
  "commission.restored": () => "took the refusal of a commission back",
  "commission.rule_changed": (_, { after }) => `let commission become payable on ${after.payableOn}`,
  "payout.reversed": () => "reversed a payout",
  "visits.deleted": () => "deleted a visit",
  "visits.all_deleted": (_, { after }) => `deleted all visits (${after.deleted})`,
  "visits.exclusions_changed": () => "changed the excluded addresses",
  "customer.exported": () => "downloaded a customer's data",
  "customer.erased": () => "erased a customer",
};

/** A change as one reads it: what was done. Actions that are not known here show their own name in plain words. */
export function describe(entry: Entry): string {
  const subject = entry.subjectName || entry.subjectId;
  const sentence = sentences[entry.action];
  if (sentence) return sentence(entry.subjectKind === "admin" ? entry.subjectName : subject, entry);
  return `${entry.action.replace(/[._]/g, " ")} (${entry.subjectKind} ${subject})`;
}

const isId = /^[0-9a-f-]{36}$/;

/** The page of what was changed, where there is one. */
export function pageOf({ subjectKind, subjectId }: Entry): string | null {
  if (subjectKind === "booking")
    return isId.test(subjectId)
      ? `${paths.admin.bookings}/${subjectId}`
      : `${paths.admin.bookings}?search=${encodeURIComponent(subjectId)}`;
  if (subjectKind === "affiliate") return generatePath(paths.admin.affiliate, { affiliateId: subjectId });
  return null;
}

export function whoDid(entry: Entry): string {
  if (entry.actor === "affiliate") return "An affiliate";
  return entry.actor === "operator" ? "The operator" : entry.adminName || "Somebody";
}

/** A field's name in words: `customerEmail` and `customer_email` become customer email. */
export function fieldName(name: string): string {
  return name
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

/** A value in words; what is not shown says why. */
export function valueText(value: unknown): string {
  if (value === "redacted") return "not shown";
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(valueText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
