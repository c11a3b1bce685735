import { msg, t } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { formatMoney } from "@/lib/format";
import type { Entry } from "../api";
import { endMark, linkMark, type Part, partsOf, thingMark, whoMark } from "./parts";
import { thingOf } from "./things";
import { valueText, wordsOf } from "./values";

export type Action = components["schemas"]["AuditedAction"];

/** What can be chosen to see; the value is how the actions begin. */
export const areas = [
  { value: "booking.", label: msg`Bookings` },
  { value: "vehicle.", label: msg`Vehicles` },
  { value: "affiliate.", label: msg`Affiliates` },
  { value: "promo_code.", label: msg`Promo codes` },
  { value: "commission.", label: msg`Commissions` },
  { value: "payout.", label: msg`Payouts` },
  { value: "payment.", label: msg`Payments` },
  { value: "deposit.", label: msg`Deposits` },
  { value: "invoice.", label: msg`Invoices` },
  { value: "till.", label: msg`Tills` },
  { value: "admin.", label: msg`Users and accounts` },
  { value: "conversions.", label: msg`Conversions` },
  { value: "visits.", label: msg`Visits` },
  { value: "campaign_costs.", label: msg`Campaign costs` },
  { value: "exchange_rate.", label: msg`Exchange rates` },
  { value: "catalog.", label: msg`Catalogue` },
  { value: "languages.", label: msg`Languages` },
  { value: "media.", label: msg`Media library` },
  { value: "quiz.", label: msg`Quiz` },
  { value: "annotation.", label: msg`Notes at figures` },
  { value: "insight.", label: msg`Views, reports and alerts` },
  { value: "customer.", label: msg`Customers` },
  { value: "content.", label: msg`Texts of the site` },
  { value: "redirect.", label: msg`Old addresses` },
  { value: "settings.", label: msg`Settings` },
  { value: "brand.", label: msg`Brand` },
  { value: "domain.", label: msg`Domains` },
] as const;

/** What a sentence is made of, in words; who did it and what it is about are marks for them. */
interface Told {
  who: string;
  thing: string;
  /** Before and after a word that leads to what it is about. */
  link: string;
  end: string;
  role: string;
  formerRole: string;
  status: string;
  formerStatus: string;
  name: string;
  formerName: string;
  amount: string;
  formerAmount: string;
  /** Of one payment or deposit. */
  sum: string;
  payable: string;
  deleted: string;
}

type Sentence = (told: Told) => string;

/** One for every action there is: without it, this does not compile. */
export const sentences: Record<Action, Sentence> = {
  "admin.created": ({ who, thing }) => t`${who} added ${thing}`,
  "admin.invited": ({ who, thing, role }) => t`${who} invited ${thing} as ${role}`,
  "admin.invitation_withdrawn": ({ who, thing, formerRole }) =>
    t`${who} withdrew the invitation of ${thing} as ${formerRole}`,
  "admin.joined": ({ who, role }) => t`${who} accepted the invitation as ${role}`,
  "admin.role_changed": ({ who, thing, formerRole, role }) =>
    t`${who} changed the role of ${thing} from ${formerRole} to ${role}`,
  "admin.disabled": ({ who, thing }) => t`${who} took access away from ${thing}`,
  "admin.enabled": ({ who, thing }) => t`${who} gave access back to ${thing}`,
  "admin.password_changed": ({ who }) => t`${who} changed their own password`,
  "admin.password_reset": ({ who }) => t`${who} set a new password of their own by email`,
  "admin.second_factor_enabled": ({ who }) => t`${who} turned the second factor on`,
  "admin.second_factor_disabled": ({ who }) => t`${who} turned the second factor off`,
  "admin.second_factor_reset": ({ who, thing }) => t`${who} reset the second factor of ${thing}`,
  "admin.recovery_codes_renewed": ({ who }) => t`${who} made new recovery codes`,
  "admin.session_ended": ({ who }) => t`${who} signed out on another browser`,
  "admin.other_sessions_ended": ({ who }) => t`${who} signed out everywhere else`,
  "affiliate.paused": ({ who, thing }) => t`${who} paused ${thing}`,
  "affiliate.resumed": ({ who, thing }) => t`${who} resumed ${thing}`,
  "affiliate.payout_address_changed": ({ who }) => t`${who} changed their own payout address`,
  "booking.confirmed": ({ who, thing }) => t`${who} confirmed booking ${thing}`,
  "booking.active": ({ who, thing }) => t`${who} handed over the car of booking ${thing}`,
  "booking.completed": ({ who, thing }) => t`${who} completed booking ${thing}`,
  "booking.cancelled": ({ who, thing }) => t`${who} cancelled booking ${thing}`,
  "booking.stepped_back": ({ who, thing, formerStatus, status }) =>
    t`${who} took booking ${thing} back from ${formerStatus} to ${status}`,
  "booking.noted": ({ who, thing }) => t`${who} added a note to booking ${thing}`,
  "booking.emailed": ({ who, thing }) => t`${who} wrote to the customer of booking ${thing}`,
  "booking.reviewed": ({ who, thing }) => t`${who} reviewed booking ${thing}`,
  "booking.action_seen": ({ who, thing }) => t`${who} saw to what the customer of booking ${thing} did`,
  "booking.taken": ({ who, thing }) => t`${who} took booking ${thing} for a customer`,
  "booking.changed": ({ who, thing }) => t`${who} changed booking ${thing}`,
  "booking.handed_over": ({ who, thing }) => t`${who} recorded the hand-over of booking ${thing}`,
  "booking.returned": ({ who, thing }) => t`${who} recorded the return of booking ${thing}`,
  "booking.photographed": ({ who, thing }) => t`${who} added a photograph to booking ${thing}`,
  "booking.message_resent": ({ who, thing }) =>
    t`${who} sent the customer of booking ${thing} a message again`,
  "booking.line_decided": ({ who, thing }) => t`${who} decided what the return of booking ${thing} costs`,
  "booking.vehicle_changed": ({ who, thing }) => t`${who} gave booking ${thing} another vehicle`,
  "booking.exported": ({ who, link, end }) => t`${who} downloaded a list of ${link}bookings${end}`,
  "catalog.draft_changed": ({ who, thing }) => t`${who} changed ${thing} in the draft of the catalogue`,
  "catalog.draft_discarded": ({ who, link, end }) =>
    t`${who} discarded changes in the draft of ${link}the catalogue${end}`,
  "catalog.imported": ({ who, link, end }) =>
    t`${who} read a file into the draft of ${link}the catalogue${end}`,
  "catalog.published": ({ who, thing }) => t`${who} published version ${thing} of the catalogue`,
  "catalog.publishing_cancelled": ({ who, link, end }) =>
    t`${who} cancelled the planned publishing of ${link}the catalogue${end}`,
  "catalog.publishing_planned": ({ who, link, end }) =>
    t`${who} planned the publishing of ${link}the catalogue${end}`,
  "catalog.restored": ({ who, thing }) =>
    t`${who} took changes of the catalogue back, by its version ${thing}`,
  "brand.drafted": ({ who, link, end }) => t`${who} worked on a draft of ${link}the brand${end}`,
  "brand.draft_dropped": ({ who, link, end }) => t`${who} dropped the draft of ${link}the brand${end}`,
  "brand.published": ({ who, link, end }) => t`${who} published ${link}the brand${end}`,
  "brand.undone": ({ who, link, end }) => t`${who} went back to an earlier version of ${link}the brand${end}`,
  "commission.paid": ({ who, amount, thing }) => t`${who} paid ${amount} to ${thing}`,
  "commission.refused": ({ who, thing }) => t`${who} refused the held commission of booking ${thing}`,
  "commission.released": ({ who, thing }) => t`${who} released the held commission of booking ${thing}`,
  "commission.restored": ({ who, thing }) =>
    t`${who} took back the refusal of the commission of booking ${thing}`,
  "commission.rule_changed": ({ who, link, end, payable }) =>
    t`${who} set when ${link}commissions${end} become payable: ${payable}`,
  "conversions.renamed": ({ who, link, end, formerName, name }) =>
    t`${who} renamed the conversion action of ${link}the conversions${end} from ${formerName} to ${name}`,
  "conversions.address_made": ({ who, link, end }) =>
    t`${who} made a secret address for ${link}the conversions${end}`,
  "conversions.address_dropped": ({ who, link, end }) =>
    t`${who} closed the secret address of ${link}the conversions${end}`,
  "conversions.sender_set": ({ who, link, end }) =>
    t`${who} set up the sending of ${link}the conversions${end}`,
  "conversions.sender_dropped": ({ who, link, end }) =>
    t`${who} ended the sending of ${link}the conversions${end}`,
  "customer.blacklisted": ({ who, thing }) => t`${who} put ${thing} on the blacklist`,
  "customer.unblacklisted": ({ who, thing }) => t`${who} took ${thing} off the blacklist`,
  "customer.changed": ({ who, thing }) => t`${who} changed what is known of ${thing}`,
  "customer.noted": ({ who, thing }) => t`${who} added a note about ${thing}`,
  "customer.merged": ({ who, thing }) => t`${who} merged another customer into ${thing}`,
  "customer.unmerged": ({ who, thing }) => t`${who} took a merge into ${thing} back`,
  "customer.told_apart": ({ who, thing }) => t`${who} told ${thing} and another customer apart`,
  "customer.list_exported": ({ who, link, end }) => t`${who} downloaded a list of ${link}customers${end}`,
  "customer.exported": ({ who, thing }) => t`${who} downloaded the data of ${thing}`,
  "customer.erased": ({ who, thing }) => t`${who} erased ${thing}`,
  "deposit.taken": ({ who, sum, thing }) => t`${who} took a deposit of ${sum} for booking ${thing}`,
  "deposit.returned": ({ who, sum, thing }) => t`${who} gave back ${sum} of the deposit of booking ${thing}`,
  "deposit.kept": ({ who, sum, thing }) => t`${who} kept ${sum} of the deposit of booking ${thing}`,
  "deposit.applied": ({ who, sum, thing }) =>
    t`${who} used ${sum} of the deposit of booking ${thing} to pay what was due`,
  "domain.requested": ({ who, thing }) => t`${who} asked for the domain ${thing}`,
  "domain.proved": ({ thing }) => t`The domain ${thing} was proved to be yours`,
  "domain.made_primary": ({ who, thing }) => t`${who} made ${thing} the main domain`,
  "domain.removed": ({ who, thing }) => t`${who} removed the domain ${thing}`,
  "campaign_costs.uploaded": ({ who, link, end }) => t`${who} uploaded ${link}costs of campaigns${end}`,
  "campaign_costs.typed": ({ who, link, end }) => t`${who} typed what ${link}a campaign cost${end}`,
  "campaign_costs.deleted": ({ who, link, end }) => t`${who} deleted ${link}costs of campaigns${end}`,
  "exchange_rate.added": ({ who, thing }) => t`${who} added an exchange rate for ${thing}`,
  "exchange_rate.currencies_chosen": ({ who, link, end }) =>
    t`${who} chose in which ${link}currencies${end} visitors may see prices`,
  "content.drafted": ({ who, thing }) => t`${who} wrote on the text ${thing}`,
  "content.draft_discarded": ({ who, thing }) => t`${who} discarded what was written on the text ${thing}`,
  "content.published": ({ who, thing }) => t`${who} published the text ${thing}`,
  "content.restored": ({ who, thing }) => t`${who} went back to an earlier version of the text ${thing}`,
  "content.page_added": ({ who, thing }) => t`${who} began the page ${thing}`,
  "content.page_removed": ({ who, thing }) => t`${who} took the page ${thing} from the site`,
  "redirect.set": ({ who, thing }) => t`${who} chose where the old address ${thing} leads`,
  "redirect.dropped": ({ who, thing }) => t`${who} removed the old address ${thing}`,
  "fleet.settings_changed": ({ who }) => t`${who} changed the rules of the fleet`,
  "invoice.emailed": ({ who, thing }) => t`${who} emailed a document of booking ${thing} to the customer`,
  "invoice.issued": ({ who, amount, thing }) => t`${who} issued an invoice of ${amount} for booking ${thing}`,
  "invoice.credited": ({ who, thing }) => t`${who} voided the invoice of booking ${thing} by a credit note`,
  "hand_over.terms_changed": ({ who, link, end }) => t`${who} changed what ${link}a return costs${end}`,
  "insight.subscribed": ({ who, thing }) => t`${who} had reports of the quiz sent to ${thing}`,
  "insight.unsubscribed": ({ who, thing }) => t`${who} ended a report of the quiz for ${thing}`,
  "insight.ended_by_link": ({ thing }) =>
    t`A report of the quiz for ${thing} was ended by the link in its mail`,
  "insight.alert_dismissed": ({ who, link, end }) => t`${who} put an ${link}alert of the quiz${end} away`,
  "insight.watch_on": ({ who, link, end }) => t`${who} switched ${link}alerts of the quiz${end} on`,
  "insight.watch_off": ({ who, link, end }) => t`${who} switched ${link}alerts of the quiz${end} off`,
  "quiz.draft_saved": ({ who, link, end }) => t`${who} saved a draft of the ${link}quiz${end}`,
  "quiz.draft_discarded": ({ who, link, end }) => t`${who} threw the draft of the ${link}quiz${end} away`,
  "quiz.experiment_started": ({ who, thing }) => t`${who} started the experiment ${thing} with the quiz`,
  "quiz.experiment_stopped": ({ who, thing }) => t`${who} stopped the experiment ${thing} with the quiz`,
  "quiz.experiment_ended": ({ who, thing }) =>
    t`The experiment ${thing} with the quiz, started by ${who}, ended`,
  "quiz.published": ({ who, thing }) => t`${who} had visitors asked ${thing} of the quiz`,
  "quiz.version_added": ({ who, thing }) => t`${who} added ${thing} of the quiz`,
  "annotation.added": ({ who, thing }) => t`${who} noted ${thing} at a day of the figures`,
  "annotation.changed": ({ who, thing }) => t`${who} changed the note ${thing} at a day of the figures`,
  "annotation.deleted": ({ who, thing }) => t`${who} deleted the note ${thing} at a day of the figures`,
  "insight.view_saved": ({ who, thing }) => t`${who} saved the view of figures ${thing}`,
  "insight.view_changed": ({ who, thing }) => t`${who} changed the view of figures ${thing}`,
  "insight.view_deleted": ({ who, thing }) => t`${who} deleted the view of figures ${thing}`,
  "insight.link_made": ({ who, thing }) =>
    t`${who} made a link that shows the view of figures ${thing} without sign-in`,
  "insight.link_withdrawn": ({ who, thing }) => t`${who} withdrew a link to the view of figures ${thing}`,
  "languages.chosen": ({ who, link, end }) => t`${who} chose which ${link}languages${end} the company speaks`,
  "message.changed": ({ who, link, end }) => t`${who} rewrote a ${link}message to customers${end}`,
  "message.reset": ({ who, link, end }) =>
    t`${who} went back to the product's text of a ${link}message to customers${end}`,
  "message.settled": ({ who, link, end }) =>
    t`${who} changed which ${link}messages to customers${end} are sent`,
  "message.secret_set": ({ who, link, end }) =>
    t`${who} set the secret for reports about ${link}messages to customers${end}`,
  "message.secret_dropped": ({ who, link, end }) =>
    t`${who} stopped reports about ${link}messages to customers${end}`,
  "lead.changed": ({ who, thing }) => t`${who} followed up the incomplete booking ${thing}`,
  "media.added": ({ who, link, end }) => t`${who} added a picture or film to the ${link}media library${end}`,
  "media.changed": ({ who, link, end }) =>
    t`${who} changed a picture or film of the ${link}media library${end}`,
  "media.deleted": ({ who, link, end }) =>
    t`${who} deleted a picture or film from the ${link}media library${end}`,
  "payment.taken": ({ who, sum, thing }) => t`${who} took a payment of ${sum} for booking ${thing}`,
  "payment.refunded": ({ who, sum, thing }) => t`${who} gave back ${sum} for booking ${thing}`,
  "payment.link_made": ({ who, sum, thing }) => t`${who} made a payment link of ${sum} for booking ${thing}`,
  "payout.reversed": ({ who, formerAmount, thing }) =>
    t`${who} reversed the payout of ${formerAmount} to ${thing}`,
  "promo_code.created": ({ who, thing }) => t`${who} made the promo code ${thing}`,
  "promo_code.changed": ({ who, thing }) => t`${who} changed the promo code ${thing}`,
  "seller.changed": ({ who }) => t`${who} changed the company's data on invoices`,
  "settings.changed": ({ who, link, end }) => t`${who} changed the ${link}settings${end} of the company`,
  "settings.tested": ({ who, link, end }) => t`${who} sent a test message from the ${link}settings${end}`,
  "site.opened": ({ who, link, end }) => t`${who} opened ${link}the site${end} to the public`,
  "site.closed": ({ who, link, end }) => t`${who} closed ${link}the site${end} to the public`,
  "stripe.set": ({ who }) => t`${who} entered the keys of Stripe`,
  "stripe.dropped": ({ who }) => t`${who} deleted the keys of Stripe`,
  "till.opened": ({ who }) => t`${who} opened their till`,
  "till.counted": ({ who }) => t`${who} counted a till, in which the cash differs`,
  "till.closed": ({ who }) => t`${who} closed a till`,
  "till.difference_accepted": ({ who }) => t`${who} closed a till in which the cash differed`,
  "vehicle.added": ({ who, thing }) => t`${who} added the vehicle ${thing}`,
  "vehicle.changed": ({ who, thing }) => t`${who} changed the vehicle ${thing}`,
  "vehicle.blocked": ({ who, thing }) => t`${who} blocked the vehicle ${thing}`,
  "vehicle.block_moved": ({ who, thing }) => t`${who} moved a block of the vehicle ${thing}`,
  "vehicle.unblocked": ({ who, thing }) => t`${who} took a block off the vehicle ${thing}`,
  "vehicle.damage_repaired": ({ who, thing }) => t`${who} noted a damage of the vehicle ${thing} as repaired`,
  "vehicle.document_added": ({ who, thing }) => t`${who} added a document to the vehicle ${thing}`,
  "vehicle.document_removed": ({ who, thing }) => t`${who} removed a document of the vehicle ${thing}`,
  "vehicle.service_planned": ({ who, thing }) => t`${who} planned a service of the vehicle ${thing}`,
  "vehicle.service_done": ({ who, thing }) => t`${who} noted a service of the vehicle ${thing} as done`,
  "vehicle.service_removed": ({ who, thing }) => t`${who} removed a planned service of the vehicle ${thing}`,
  "visits.deleted": ({ who, link, end }) => t`${who} deleted one of the ${link}visits${end}`,
  "visits.all_deleted": ({ who, link, end, deleted }) =>
    t`${who} deleted all ${link}visits${end} (${deleted})`,
  "visits.exclusions_changed": ({ who, link, end }) =>
    t`${who} changed whose ${link}visits${end} are left out`,
};

/** A change as one reads it: who did what, and to what. An action of another version shows its name in plain words. */
export function describe(entry: Entry, currency: string): Part[] {
  const { before, after } = entry;
  const money = (amount: unknown) =>
    typeof amount === "number" ? formatMoney(amount, currencyOf(entry) ?? currency) : t`an amount`;
  const told: Told = {
    who: whoMark,
    thing: thingMark,
    link: linkMark,
    end: endMark,
    role: wordsOf("role", after.role),
    formerRole: wordsOf("role", before.role),
    status: wordsOf("status", after.status),
    formerStatus: wordsOf("status", before.status),
    name: valueText(after.name),
    formerName: valueText(before.name),
    amount: money(after.total),
    formerAmount: money(before.total),
    sum: money(after.amount),
    payable: wordsOf("payableOn", after.payableOn),
    deleted: valueText(after.deleted),
  };
  const sentence = entry.action in sentences ? sentences[entry.action as Action] : unknownSentence(entry);
  return partsOf(sentence(told), whoDid(entry), thingOf(entry));
}

function unknownSentence({ action, subjectKind }: Entry): Sentence {
  const deed = action.replace(/[._]/g, " ");
  return ({ who, thing }) => `${who} ${deed} (${subjectKind} ${thing})`;
}

function currencyOf({ after }: Entry): string | undefined {
  return typeof after.currency === "string" ? after.currency : undefined;
}

export function whoDid(entry: Entry): string {
  if (entry.actor === "affiliate") return entry.subjectName || t`An affiliate`;
  return entry.actor === "operator" ? t`The operator` : entry.adminName || t`Someone`;
}
