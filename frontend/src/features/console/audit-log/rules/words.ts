import type { components } from "@/api/schema.gen";
import { formatMoney } from "@/lib/format";
import type { Entry } from "../api";
import { type Part, says, type Thing, thingOf } from "./things";

export type Action = components["schemas"]["AuditedAction"];

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
  { value: "exchange_rate.", label: "Exchange rates" },
  { value: "customer.", label: "Customers' data" },
] as const;

interface Told extends Pick<Entry, "before" | "after"> {
  thing: Thing;
  money: (amount: unknown) => string;
}

const payable: Record<string, string> = {
  booking: "with the booking",
  confirmation: "when the booking is confirmed",
  completion: "when the rental is completed",
};

type Sentence = (told: Told) => Part[];

/** One for every action there is: without it, this does not compile. */
export const sentences: Record<Action, Sentence> = {
  "admin.created": ({ thing }) => says`added ${thing}`,
  "admin.invited": ({ thing, after }) => says`invited ${thing} as ${after.role}`,
  "admin.invitation_withdrawn": ({ thing, before }) =>
    says`withdrew the invitation of ${thing} as ${before.role}`,
  "admin.joined": ({ after }) => says`accepted the invitation as ${after.role}`,
  "admin.role_changed": ({ thing, before, after }) =>
    says`changed the role of ${thing} from ${before.role} to ${after.role}`,
  "admin.disabled": ({ thing }) => says`took access away from ${thing}`,
  "admin.enabled": ({ thing }) => says`gave access back to ${thing}`,
  "admin.password_changed": () => says`changed their own password`,
  "admin.password_reset": () => says`set a new password of their own by e-mail`,
  "admin.second_factor_enabled": () => says`turned the second factor on`,
  "admin.second_factor_disabled": () => says`turned the second factor off`,
  "admin.second_factor_reset": ({ thing }) => says`reset the second factor of ${thing}`,
  "admin.recovery_codes_renewed": () => says`made new recovery codes`,
  "admin.session_ended": () => says`signed out on another browser`,
  "admin.other_sessions_ended": () => says`signed out everywhere else`,
  "affiliate.paused": ({ thing }) => says`paused ${thing}`,
  "affiliate.resumed": ({ thing }) => says`resumed ${thing}`,
  "affiliate.payout_address_changed": () => says`changed their own payout address`,
  "booking.confirmed": ({ thing }) => says`confirmed booking ${thing}`,
  "booking.active": ({ thing }) => says`handed over the car of booking ${thing}`,
  "booking.completed": ({ thing }) => says`completed booking ${thing}`,
  "booking.cancelled": ({ thing }) => says`cancelled booking ${thing}`,
  "booking.stepped_back": ({ thing, before, after }) =>
    says`took booking ${thing} back from ${before.status} to ${after.status}`,
  "booking.noted": ({ thing }) => says`added a note to booking ${thing}`,
  "booking.emailed": ({ thing }) => says`wrote to the customer of booking ${thing}`,
  "booking.reviewed": ({ thing }) => says`reviewed booking ${thing}`,
  "booking.exported": ({ thing }) => says`downloaded a list of ${thing}`,
  "commission.paid": ({ thing, after, money }) => says`paid ${money(after.total)} to ${thing}`,
  "commission.refused": ({ thing }) => says`refused the held commission of booking ${thing}`,
  "commission.released": ({ thing }) => says`released the held commission of booking ${thing}`,
  "commission.restored": ({ thing }) => says`took back the refusal of the commission of booking ${thing}`,
  "commission.rule_changed": ({ thing, after }) =>
    says`set when ${thing} become payable: ${payable[String(after.payableOn)] ?? String(after.payableOn)}`,
  "conversions.renamed": ({ thing, before, after }) =>
    says`renamed the conversion action of ${thing} from ${before.name} to ${after.name}`,
  "conversions.address_made": ({ thing }) => says`made a secret address for ${thing}`,
  "conversions.address_dropped": ({ thing }) => says`closed the secret address of ${thing}`,
  "conversions.sender_set": ({ thing }) => says`set up the sending of ${thing}`,
  "conversions.sender_dropped": ({ thing }) => says`ended the sending of ${thing}`,
  "customer.exported": ({ thing }) => says`downloaded the data of ${thing}`,
  "customer.erased": ({ thing }) => says`erased ${thing}`,
  "exchange_rate.added": ({ thing }) => says`added an exchange rate for ${thing}`,
  "exchange_rate.currencies_chosen": ({ thing }) => says`chose in which ${thing} visitors may see prices`,
  "payout.reversed": ({ thing, before, money }) =>
    says`reversed the payout of ${money(before.total)} to ${thing}`,
  "promo_code.created": ({ thing }) => says`made the promo code ${thing}`,
  "promo_code.changed": ({ thing }) => says`changed the promo code ${thing}`,
  "visits.deleted": ({ thing }) => says`deleted one of the ${thing}`,
  "visits.all_deleted": ({ thing, after }) => says`deleted all ${thing} (${after.deleted})`,
  "visits.exclusions_changed": ({ thing }) => says`changed whose ${thing} are left out`,
};

/** A change as one reads it: what was done, and to what. An action of another version shows its name in plain words. */
export function describe(entry: Entry, currency: string): Part[] {
  const thing = thingOf(entry);
  const money = (amount: unknown) =>
    typeof amount === "number" ? formatMoney(amount, currencyOf(entry) ?? currency) : "an amount";
  const sentence = entry.action in sentences ? sentences[entry.action as Action] : undefined;
  if (sentence) return sentence({ thing, before: entry.before, after: entry.after, money });
  return says`${entry.action.replace(/[._]/g, " ")} (${entry.subjectKind} ${thing})`;
}

function currencyOf({ after }: Entry): string | undefined {
  return typeof after.currency === "string" ? after.currency : undefined;
}

export function whoDid(entry: Entry): string {
  if (entry.actor === "affiliate") return entry.subjectName || "An affiliate";
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
