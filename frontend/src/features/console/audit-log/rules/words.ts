import { msg, t } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { formatMoney } from "@/lib/format";
import type { Entry } from "../api";
import { endMark, linkMark, type Part, partsOf, thingMark, whoMark } from "./parts";
import { thingOf } from "./things";
import { valueText, wordsOf } from "./values";

export type Action = components["schemas"]["AuditedAction"];

/** The filter options; the value is the prefix of the actions. */
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
  { value: "accounting.", label: msg`Accounting` },
  { value: "till.", label: msg`Tills` },
  { value: "admin.", label: msg`Users and accounts` },
  { value: "role.", label: msg`Roles` },
  { value: "api_key.", label: msg`API keys` },
  { value: "conversions.", label: msg`Conversions` },
  { value: "visits.", label: msg`Visits` },
  { value: "campaign_costs.", label: msg`Campaign costs` },
  { value: "ad_account.", label: msg`Google Ads account` },
  { value: "fine.", label: msg`Fines and tolls` },
  { value: "exchange_rate.", label: msg`Exchange rates` },
  { value: "catalog.", label: msg`Catalogue` },
  { value: "languages.", label: msg`Languages` },
  { value: "media.", label: msg`Media library` },
  { value: "quiz.", label: msg`Quiz` },
  { value: "annotation.", label: msg`Chart notes` },
  { value: "insight.", label: msg`Views, reports and alerts` },
  { value: "customer.", label: msg`Customers` },
  { value: "content.", label: msg`Site texts` },
  { value: "redirect.", label: msg`Redirects` },
  { value: "review.", label: msg`Reviews` },
  { value: "settings.", label: msg`Settings` },
  { value: "company.", label: msg`Deletion of the company` },
  { value: "support.", label: msg`Support access` },
  { value: "brand.", label: msg`Brand` },
  { value: "domain.", label: msg`Domains` },
  { value: "calendar_feed.", label: msg`Calendar feeds` },
  { value: "imported_calendar.", label: msg`Imported calendars` },
  { value: "price_suggestions.", label: msg`Price suggestions` },
  { value: "channel.", label: msg`Channels` },
  { value: "phone_channel.", label: msg`WhatsApp and SMS` },
  { value: "webhook.", label: msg`Webhooks` },
] as const;

/** The parts of a sentence; actor and object are placeholders. */
interface SentenceParts {
  who: string;
  thing: string;
  /** Around a word that links to the object. */
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

type Sentence = (parts: SentenceParts) => string;

/** One for every action; a missing one is a type error. */
export const sentences: Record<Action, Sentence> = {
  "admin.created": ({ who, thing }) => t`${who} added ${thing}`,
  "admin.invited": ({ who, thing, role }) => t`${who} invited ${thing} as ${role}`,
  "admin.invitation_withdrawn": ({ who, thing, formerRole }) =>
    t`${who} withdrew the invitation for ${thing} as ${formerRole}`,
  "admin.joined": ({ who, role }) => t`${who} accepted the invitation as ${role}`,
  "admin.role_changed": ({ who, thing, formerRole, role }) =>
    t`${who} changed the role of ${thing} from ${formerRole} to ${role}`,
  "admin.disabled": ({ who, thing }) => t`${who} removed access for ${thing}`,
  "admin.enabled": ({ who, thing }) => t`${who} restored access for ${thing}`,
  "admin.password_changed": ({ who }) => t`${who} changed their own password`,
  "admin.password_reset": ({ who }) => t`${who} reset their password by email`,
  "admin.second_factor_enabled": ({ who }) => t`${who} turned on two-factor authentication`,
  "admin.second_factor_disabled": ({ who }) => t`${who} turned off two-factor authentication`,
  "admin.second_factor_reset": ({ who, thing }) => t`${who} reset two-factor authentication for ${thing}`,
  "admin.recovery_codes_renewed": ({ who }) => t`${who} generated new recovery codes`,
  "admin.session_ended": ({ who }) => t`${who} signed out on another browser`,
  "admin.other_sessions_ended": ({ who }) => t`${who} signed out everywhere else`,
  "api_key.created": ({ who, thing }) => t`${who} created the API key ${thing}`,
  "api_key.rotated": ({ who, thing }) => t`${who} rotated the API key ${thing}`,
  "api_key.revoked": ({ who, thing }) => t`${who} revoked the API key ${thing}`,
  "api_key.settings_changed": ({ who, link, end }) =>
    t`${who} changed the maximum lifetime of ${link}API keys${end}`,
  "affiliate.paused": ({ who, thing }) => t`${who} paused ${thing}`,
  "affiliate.resumed": ({ who, thing }) => t`${who} resumed ${thing}`,
  "affiliate.payout_email_changed": ({ who }) => t`${who} changed their own payout email`,
  "booking.confirmed": ({ who, thing }) => t`${who} confirmed booking ${thing}`,
  "booking.agreement_requested": ({ who, thing }) =>
    t`${who} sent the link to sign the agreement of booking ${thing}`,
  "booking.agreement_revoked": ({ who, thing }) =>
    t`${who} revoked the link to sign the agreement of booking ${thing}`,
  "booking.active": ({ who, thing }) => t`${who} handed over the car of booking ${thing}`,
  "booking.completed": ({ who, thing }) => t`${who} completed booking ${thing}`,
  "booking.cancelled": ({ who, thing }) => t`${who} cancelled booking ${thing}`,
  "booking.stepped_back": ({ who, thing, formerStatus, status }) =>
    t`${who} reverted booking ${thing} from ${formerStatus} to ${status}`,
  "booking.assigned": ({ who, thing }) => t`${who} changed who brings the vehicle of booking ${thing}`,
  "booking.noted": ({ who, thing }) => t`${who} added a note to booking ${thing}`,
  "booking.emailed": ({ who, thing }) => t`${who} emailed the customer of booking ${thing}`,
  "booking.reviewed": ({ who, thing }) => t`${who} reviewed booking ${thing}`,
  "booking.document_added": ({ who, thing }) => t`${who} added a driver's document to booking ${thing}`,
  "booking.document_deleted": ({ who, thing }) => t`${who} deleted a driver's document of booking ${thing}`,
  "booking.second_driver_changed": ({ who, thing }) =>
    t`${who} changed the second driver of booking ${thing}`,
  "booking.action_seen": ({ who, thing }) => t`${who} reviewed a customer's change to booking ${thing}`,
  "booking.taken": ({ who, thing }) => t`${who} created booking ${thing} for a customer`,
  "booking.changed": ({ who, thing }) => t`${who} changed booking ${thing}`,
  "booking.handed_over": ({ who, thing }) => t`${who} recorded the handover of booking ${thing}`,
  "booking.returned": ({ who, thing }) => t`${who} recorded the return of booking ${thing}`,
  "booking.photographed": ({ who, thing }) => t`${who} added a photo to booking ${thing}`,
  "booking.phone_message_resent": ({ who, thing }) =>
    t`${who} resent a message by WhatsApp or SMS to the customer of booking ${thing}`,
  "booking.phone_message_written": ({ who, thing }) =>
    t`${who} wrote by WhatsApp or SMS to the customer of booking ${thing}`,
  "booking.phone_opted_in": ({ who, thing }) =>
    t`${who} noted that the customer of booking ${thing} agrees to WhatsApp or SMS`,
  "booking.phone_opted_out": ({ who, thing }) =>
    t`${who} noted that the customer of booking ${thing} wants no WhatsApp or SMS`,
  "booking.message_resent": ({ who, thing }) =>
    t`${who} resent a message to the customer of booking ${thing}`,
  "booking.line_reversed": ({ who, thing }) =>
    t`${who} reversed a decision on return costs of booking ${thing}`,
  "booking.line_decided": ({ who, thing }) => t`${who} decided the return costs of booking ${thing}`,
  "booking.fee_charged": ({ who, sum, thing }) =>
    t`${who} set the cancellation fee of booking ${thing} to ${sum}`,
  "booking.vehicle_changed": ({ who, thing }) => t`${who} assigned another vehicle to booking ${thing}`,
  "booking.exported": ({ who, link, end }) => t`${who} exported ${link}bookings${end}`,
  "catalog.draft_changed": ({ who, thing }) => t`${who} changed ${thing} in the draft of the catalogue`,
  "catalog.draft_discarded": ({ who, link, end }) =>
    t`${who} discarded changes in the draft of ${link}the catalogue${end}`,
  "catalog.imported": ({ who, link, end }) =>
    t`${who} imported a file into the draft of ${link}the catalogue${end}`,
  "catalog.published": ({ who, thing }) => t`${who} published version ${thing} of the catalogue`,
  "catalog.publishing_cancelled": ({ who, link, end }) =>
    t`${who} cancelled the scheduled publishing of ${link}the catalogue${end}`,
  "catalog.publishing_planned": ({ who, link, end }) =>
    t`${who} scheduled publishing of ${link}the catalogue${end}`,
  "catalog.restored": ({ who, thing }) => t`${who} reverted catalogue changes in version ${thing}`,
  "brand.drafted": ({ who, link, end }) => t`${who} edited the draft of ${link}the brand${end}`,
  "brand.draft_dropped": ({ who, link, end }) => t`${who} discarded the draft of ${link}the brand${end}`,
  "brand.published": ({ who, link, end }) => t`${who} published ${link}the brand${end}`,
  "brand.undone": ({ who, link, end }) => t`${who} restored an earlier version of ${link}the brand${end}`,
  "commission.paid": ({ who, amount, thing }) => t`${who} paid ${amount} to ${thing}`,
  "commission.refused": ({ who, thing }) => t`${who} refused the held commission of booking ${thing}`,
  "commission.released": ({ who, thing }) => t`${who} released the held commission of booking ${thing}`,
  "commission.restored": ({ who, thing }) =>
    t`${who} undid the refusal of the commission for booking ${thing}`,
  "commission.rule_changed": ({ who, link, end, payable }) =>
    t`${who} set when ${link}commissions${end} become payable: ${payable}`,
  "conversions.renamed": ({ who, link, end, formerName, name }) =>
    t`${who} renamed the conversion action of ${link}the conversions${end} from ${formerName} to ${name}`,
  "conversions.urls_created": ({ who, link, end }) =>
    t`${who} created a secret URL for ${link}conversions${end}`,
  "conversions.urls_deleted": ({ who, link, end }) =>
    t`${who} revoked the secret URL for ${link}conversions${end}`,
  "conversions.hashed_email_set": ({ who, link, end }) =>
    t`${who} changed whether ${link}conversions${end} include hashed emails`,
  "conversions.sender_set": ({ who, link, end }) => t`${who} set up automatic ${link}conversions${end}`,
  "conversions.sender_dropped": ({ who, link, end }) =>
    t`${who} turned off automatic ${link}conversions${end}`,
  "customer.blacklisted": ({ who, thing }) => t`${who} added ${thing} to the blacklist`,
  "customer.unblacklisted": ({ who, thing }) => t`${who} removed ${thing} from the blacklist`,
  "customer.changed": ({ who, thing }) => t`${who} changed the details of ${thing}`,
  "customer.noted": ({ who, thing }) => t`${who} added a note about ${thing}`,
  "customer.merged": ({ who, thing }) => t`${who} merged another customer into ${thing}`,
  "customer.unmerged": ({ who, thing }) => t`${who} undid a merge into ${thing}`,
  "customer.marked_distinct": ({ who, thing }) =>
    t`${who} marked ${thing} and another customer as different people`,
  "customer.list_exported": ({ who, link, end }) => t`${who} exported ${link}customers${end}`,
  "customer.exported": ({ who, thing }) => t`${who} downloaded the data of ${thing}`,
  "customer.erased": ({ who, thing }) => t`${who} erased ${thing}`,
  "deposit.taken": ({ who, sum, thing }) => t`${who} took a deposit of ${sum} for booking ${thing}`,
  "deposit.returned": ({ who, sum, thing }) => t`${who} refunded ${sum} of the deposit for booking ${thing}`,
  "deposit.kept": ({ who, sum, thing }) => t`${who} kept ${sum} of the deposit for booking ${thing}`,
  "deposit.hold_captured": ({ who, sum, thing }) =>
    t`${who} captured ${sum} of the card hold for booking ${thing}`,
  "deposit.hold_released": ({ who, thing }) => t`${who} released the card hold for booking ${thing}`,
  "deposit.applied": ({ who, sum, thing }) =>
    t`${who} applied ${sum} of the deposit for booking ${thing} to the amount due`,
  "domain.requested": ({ who, thing }) => t`${who} added the domain ${thing}`,
  "domain.proved": ({ thing }) => t`The domain ${thing} was verified`,
  "domain.made_primary": ({ who, thing }) => t`${who} made ${thing} the main domain`,
  "domain.removed": ({ who, thing }) => t`${who} removed the domain ${thing}`,
  "calendar_feed.added": ({ who, thing }) => t`${who} added the calendar feed ${thing}`,
  "calendar_feed.deleted": ({ who, thing }) => t`${who} deleted the calendar feed ${thing}`,
  "calendar_feed.rotated": ({ who, thing }) => t`${who} gave the calendar feed ${thing} a new URL`,
  "imported_calendar.added": ({ who, thing }) => t`${who} imported the calendar ${thing}`,
  "imported_calendar.changed": ({ who, thing }) => t`${who} renamed the imported calendar ${thing}`,
  "imported_calendar.deleted": ({ who, thing }) => t`${who} deleted the imported calendar ${thing}`,
  "price_suggestions.accepted": ({ who, link, end }) =>
    t`${who} accepted ${link}suggested prices${end} into the draft`,
  "price_suggestions.undone": ({ who, link, end }) =>
    t`${who} took ${link}suggested prices${end} out of the draft`,
  "price_suggestions.rules_changed": ({ who, link, end }) =>
    t`${who} changed the rules of ${link}suggested prices${end}`,
  "channel.added": ({ who, thing }) => t`${who} added the channel ${thing}`,
  "channel.changed": ({ who, thing }) => t`${who} changed the channel ${thing}`,
  "role.created": ({ who, thing }) => t`${who} created the role ${thing}`,
  "role.changed": ({ who, thing }) => t`${who} changed the role ${thing}`,
  "role.deleted": ({ who, thing }) => t`${who} deleted the role ${thing}`,
  "webhook.added": ({ who, thing }) => t`${who} added the webhook ${thing}`,
  "webhook.changed": ({ who, thing }) => t`${who} changed the webhook ${thing}`,
  "webhook.deleted": ({ who, thing }) => t`${who} deleted the webhook ${thing}`,
  "webhook.resent": ({ who, thing }) => t`${who} resent events to the webhook ${thing}`,
  "webhook.secret_rotated": ({ who, thing }) => t`${who} rotated the secret of the webhook ${thing}`,
  "ad_account.set": ({ who, link, end }) => t`${who} connected ${link}the Google Ads account${end}`,
  "ad_account.read": ({ who, link, end }) => t`${who} read the costs of ${link}the Google Ads account${end}`,
  "ad_account.removed": ({ who, link, end }) => t`${who} disconnected ${link}the Google Ads account${end}`,
  "campaign_costs.uploaded": ({ who, link, end }) => t`${who} uploaded ${link}campaign costs${end}`,
  "campaign_costs.typed": ({ who, link, end }) => t`${who} entered ${link}a campaign cost${end}`,
  "campaign_costs.deleted": ({ who, link, end }) => t`${who} deleted ${link}campaign costs${end}`,
  "exchange_rate.added": ({ who, thing }) => t`${who} added an exchange rate for ${thing}`,
  "exchange_rate.daily_switched": ({ who, link, end }) =>
    t`${who} changed whether ${link}rates${end} are updated daily`,
  "exchange_rate.held_accepted": ({ who, thing }) => t`${who} accepted the daily exchange rate for ${thing}`,
  "exchange_rate.held_dismissed": ({ who, thing }) =>
    t`${who} dismissed the daily exchange rate for ${thing}`,
  "exchange_rate.currencies_chosen": ({ who, link, end }) =>
    t`${who} changed the ${link}currencies${end} shown to visitors`,
  "content.drafted": ({ who, thing }) => t`${who} edited the text ${thing}`,
  "content.draft_discarded": ({ who, thing }) => t`${who} discarded the draft of the text ${thing}`,
  "content.published": ({ who, thing }) => t`${who} published the text ${thing}`,
  "content.restored": ({ who, thing }) => t`${who} restored an earlier version of the text ${thing}`,
  "content.page_added": ({ who, thing }) => t`${who} created the page ${thing}`,
  "content.page_removed": ({ who, thing }) => t`${who} removed the page ${thing}`,
  "redirect.set": ({ who, thing }) => t`${who} changed the redirect from ${thing}`,
  "redirect.dropped": ({ who, thing }) => t`${who} removed the old address ${thing}`,
  "fleet.settings_changed": ({ who }) => t`${who} changed the fleet settings`,
  "invoice.emailed": ({ who, thing }) => t`${who} emailed a document of booking ${thing} to the customer`,
  "invoice.proforma_emailed": ({ who, thing }) =>
    t`${who} emailed a proforma invoice of booking ${thing} to the customer`,
  "invoice.reminded": ({ who, thing }) => t`${who} sent a payment reminder for booking ${thing}`,
  "invoice.bill_to_changed": ({ who, thing }) => t`${who} changed the billing details of booking ${thing}`,
  "invoice.draft_saved": ({ who, thing }) => t`${who} saved a draft invoice of booking ${thing}`,
  "invoice.draft_discarded": ({ who, thing }) => t`${who} discarded the draft invoice of booking ${thing}`,
  "invoice.numbering_changed": ({ who, link, end }) =>
    t`${who} changed the ${link}numbers of documents${end}`,
  "invoice.issued": ({ who, amount, thing }) =>
    t`${who} issued an invoice for ${amount} for booking ${thing}`,
  "invoice.credited": ({ who, thing }) => t`${who} voided the invoice of booking ${thing} with a credit note`,
  "handover.terms_changed": ({ who, link, end }) => t`${who} changed ${link}return costs${end}`,
  "insight.subscribed": ({ who, thing }) => t`${who} scheduled quiz reports for ${thing}`,
  "insight.unsubscribed": ({ who, thing }) => t`${who} turned off a quiz report for ${thing}`,
  "insight.ended_by_link": ({ thing }) => t`${thing} unsubscribed from a quiz report by email`,
  "insight.alert_dismissed": ({ who, link, end }) => t`${who} dismissed a ${link}quiz alert${end}`,
  "insight.event_added": ({ who, link, end }) => t`${who} added an ${link}event of analytics${end}`,
  "insight.event_changed": ({ who, link, end }) => t`${who} changed an ${link}event of analytics${end}`,
  "insight.event_deleted": ({ who, link, end }) => t`${who} deleted an ${link}event of analytics${end}`,
  "insight.rule_acknowledged": ({ who, link, end }) => t`${who} acknowledged a ${link}quiz alert${end}`,
  "insight.rule_added": ({ who, link, end }) => t`${who} added a ${link}quiz alert${end}`,
  "insight.rule_changed": ({ who, link, end }) => t`${who} changed a ${link}quiz alert${end}`,
  "insight.rule_deleted": ({ who, link, end }) => t`${who} deleted a ${link}quiz alert${end}`,
  "insight.watch_on": ({ who, link, end }) => t`${who} turned on ${link}quiz alerts${end}`,
  "insight.watch_off": ({ who, link, end }) => t`${who} turned off ${link}quiz alerts${end}`,
  "quiz.draft_saved": ({ who, link, end }) => t`${who} saved a draft of the ${link}quiz${end}`,
  "quiz.draft_discarded": ({ who, link, end }) => t`${who} discarded the ${link}quiz${end} draft`,
  "experiment.started": ({ who, thing }) => t`${who} started the experiment ${thing}`,
  "experiment.stopped": ({ who, thing }) => t`${who} stopped the experiment ${thing}`,
  "experiment.ended": ({ who, thing }) => t`The experiment ${thing}, started by ${who}, ended`,
  "quiz.contact_followed_up": ({ who, link, end }) => t`${who} followed up a ${link}quiz contact${end}`,
  "quiz.answers_exported": ({ who, link, end }) => t`${who} exported ${link}written quiz answers${end}`,
  "quiz.answer_deleted": ({ who, link, end }) => t`${who} deleted a ${link}written quiz answer${end}`,
  "quiz.published": ({ who, thing }) => t`${who} published ${thing} of the quiz`,
  "quiz.version_added": ({ who, thing }) => t`${who} added ${thing} of the quiz`,
  "annotation.added": ({ who, thing }) => t`${who} added the chart note ${thing}`,
  "annotation.changed": ({ who, thing }) => t`${who} changed the chart note ${thing}`,
  "annotation.deleted": ({ who, thing }) => t`${who} deleted the chart note ${thing}`,
  "insight.query_saved": ({ who, thing }) => t`${who} saved the query ${thing}`,
  "insight.query_changed": ({ who, thing }) => t`${who} changed the saved query ${thing}`,
  "insight.query_deleted": ({ who, thing }) => t`${who} deleted the saved query ${thing}`,
  "insight.view_saved": ({ who, thing }) => t`${who} saved the view ${thing}`,
  "insight.view_changed": ({ who, thing }) => t`${who} changed the saved view ${thing}`,
  "insight.view_deleted": ({ who, thing }) => t`${who} deleted the saved view ${thing}`,
  "insight.link_made": ({ who, thing }) => t`${who} shared the saved view ${thing} by link`,
  "insight.link_withdrawn": ({ who, thing }) => t`${who} revoked a link to the saved view ${thing}`,
  "languages.chosen": ({ who, link, end }) => t`${who} changed the ${link}languages${end} of the company`,
  "phone_channel.set": ({ who, link, end }) => t`${who} changed the ${link}account of WhatsApp or SMS${end}`,
  "phone_channel.dropped": ({ who, link, end }) => t`${who} disconnected ${link}WhatsApp or SMS${end}`,
  "phone_template.set": ({ who, link, end }) => t`${who} edited a ${link}text of WhatsApp or SMS${end}`,
  "phone_template.dropped": ({ who, link, end }) => t`${who} deleted a ${link}text of WhatsApp or SMS${end}`,
  "phone_inbox.handled": ({ who, link, end }) =>
    t`${who} dealt with a ${link}message from a customer by WhatsApp or SMS${end}`,
  "message.changed": ({ who, link, end }) => t`${who} edited a ${link}message to customers${end}`,
  "message.reset": ({ who, link, end }) =>
    t`${who} restored the default text of a ${link}message to customers${end}`,
  "message.settled": ({ who, link, end }) =>
    t`${who} changed which ${link}messages to customers${end} are sent`,
  "message.secret_set": ({ who, link, end }) =>
    t`${who} set the secret for delivery reports on ${link}messages to customers${end}`,
  "message.secret_dropped": ({ who, link, end }) =>
    t`${who} turned off delivery reports on ${link}messages to customers${end}`,
  "lead.changed": ({ who, thing }) => t`${who} followed up the incomplete booking ${thing}`,
  "media.added": ({ who, link, end }) => t`${who} added an image or video to the ${link}media library${end}`,
  "media.changed": ({ who, link, end }) =>
    t`${who} changed an image or video in the ${link}media library${end}`,
  "media.deleted": ({ who, link, end }) =>
    t`${who} deleted an image or video from the ${link}media library${end}`,
  "payment.taken": ({ who, sum, thing }) => t`${who} took a payment of ${sum} for booking ${thing}`,
  "payment.refunded": ({ who, sum, thing }) => t`${who} refunded ${sum} for booking ${thing}`,
  "payment.link_made": ({ who, sum, thing }) =>
    t`${who} created a payment link for ${sum} for booking ${thing}`,
  "payout.reversed": ({ who, formerAmount, thing }) =>
    t`${who} reversed the payout of ${formerAmount} to ${thing}`,
  "promo_code.created": ({ who, thing }) => t`${who} created the promo code ${thing}`,
  "promo_code.changed": ({ who, thing }) => t`${who} changed the promo code ${thing}`,
  "accounting.changed": ({ who, link, end }) => t`${who} changed ${link}account numbers${end}`,
  "accounting.exported": ({ who, link, end }) => t`${who} exported a period for ${link}accounting${end}`,
  "seller.changed": ({ who }) => t`${who} changed the company details on invoices`,
  "sample_data.added": ({ who, link, end }) => t`${who} added sample data to ${link}the site${end}`,
  "sample_data.removed": ({ who, link, end }) => t`${who} removed sample data from ${link}the site${end}`,
  "settings.changed": ({ who, link, end }) => t`${who} changed the company ${link}settings${end}`,
  "settings.tested": ({ who, link, end }) => t`${who} sent a test message from the ${link}settings${end}`,
  "site.opened": ({ who, link, end }) => t`${who} opened ${link}the site${end} to the public`,
  "company.deletion_requested": ({ who, link, end }) =>
    t`${who} requested the ${link}deletion of the company${end}`,
  "company.export_requested": ({ who, link, end }) =>
    t`${who} requested an ${link}export of the company${end}`,
  "company.export_downloaded": ({ who, link, end }) =>
    t`${who} downloaded an ${link}export of the company${end}`,
  "company.export_deleted": ({ who, link, end }) => t`${who} deleted an ${link}export of the company${end}`,
  "company.deletion_undone": ({ who, link, end }) => t`${who} undid the ${link}deletion of the company${end}`,
  "company.move_requested": ({ who, link, end }) =>
    t`${who} requested to move ${link}the company${end} to another database server`,
  "site.closed": ({ who, link, end }) => t`${who} closed ${link}the site${end}`,
  "support.access_changed": ({ who, link, end }) =>
    t`${who} changed the setting for ${link}support access${end}`,
  "support.requested": ({ who, link, end }) => t`${who} asked for ${link}support access${end}`,
  "support.granted": ({ who, link, end }) => t`${who} accepted a request for ${link}support access${end}`,
  "support.declined": ({ who, link, end }) => t`${who} declined a request for ${link}support access${end}`,
  "support.opened": ({ who, link, end }) => t`${who} opened the console with ${link}support access${end}`,
  "support.ended": ({ who, link, end }) => t`${who} ended ${link}support access${end}`,
  "support.read": ({ who, link, end }) => t`${who} looked at a page with ${link}support access${end}`,
  "support.changed": ({ who, link, end }) => t`${who} changed a draft with ${link}support access${end}`,
  "support.blocked": ({ who, link, end }) =>
    t`${who} was blocked from something that ${link}support access${end} doesn't allow`,
  "stripe.set": ({ who }) => t`${who} entered the keys of Stripe`,
  "stripe.dropped": ({ who }) => t`${who} disconnected Stripe`,
  "stripe.changed": ({ who, link, end }) => t`${who} changed the ${link}Stripe settings${end}`,
  "stripe.connection_started": ({ who }) => t`${who} started to connect Stripe`,
  "stripe.connection_checked": ({ who }) => t`${who} returned from Stripe's sign-up`,
  "till.cash_moved": ({ who, amount }) => t`${who} moved ${amount} in cash from or to a till`,
  "till.transfer_reversed": ({ who, amount }) =>
    t`${who} reversed a cash transfer of ${amount} from or to a till`,
  "till.opened": ({ who }) => t`${who} opened their till`,
  "till.counted": ({ who }) => t`${who} counted a till with a cash difference`,
  "till.closed": ({ who }) => t`${who} closed a till`,
  "till.difference_accepted": ({ who }) => t`${who} closed a till with a cash difference`,
  "vehicle.added": ({ who, thing }) => t`${who} added the vehicle ${thing}`,
  "vehicle.changed": ({ who, thing }) => t`${who} changed the vehicle ${thing}`,
  "vehicle.blocked": ({ who, thing }) => t`${who} blocked vehicle ${thing}`,
  "vehicle.block_moved": ({ who, thing }) => t`${who} moved a block of vehicle ${thing}`,
  "vehicle.unblocked": ({ who, thing }) => t`${who} removed a block from vehicle ${thing}`,
  "vehicle.damage_repaired": ({ who, thing }) => t`${who} marked damage on vehicle ${thing} as repaired`,
  "fine.added": ({ who, thing }) => t`${who} added a fine or toll of vehicle ${thing}`,
  "fine.charged": ({ who, thing }) => t`${who} charged a fine or toll to booking ${thing}`,
  "fine.imported": ({ who, link, end }) => t`${who} imported ${link}fines and tolls${end}`,
  "fine.kept": ({ who, thing }) => t`${who} kept a fine or toll of vehicle ${thing} as a cost`,
  "fine.notice_added": ({ who, thing }) => t`${who} added a notice to a fine of vehicle ${thing}`,
  "fine.removed": ({ who, thing }) => t`${who} removed a fine or toll of vehicle ${thing}`,
  "fine.reversed": ({ who, thing }) => t`${who} reversed the decision on a fine or toll of ${thing}`,
  "review.added": ({ who, link, end }) => t`${who} added a ${link}review${end}`,
  "review.answered": ({ who, link, end }) => t`${who} answered a ${link}review${end}`,
  "review.hidden": ({ who, link, end }) => t`${who} hid a ${link}review${end}`,
  "review.imported": ({ who, link, end }) => t`${who} imported ${link}reviews${end}`,
  "review.picture_changed": ({ who, link, end }) => t`${who} changed the photo of a ${link}review${end}`,
  "review.published": ({ who, link, end }) => t`${who} published a ${link}review${end}`,
  "vehicle.cost_added": ({ who, thing }) => t`${who} added a cost to vehicle ${thing}`,
  "vehicle.cost_changed": ({ who, thing }) => t`${who} changed a cost of vehicle ${thing}`,
  "vehicle.cost_removed": ({ who, thing }) => t`${who} deleted a cost of vehicle ${thing}`,
  "vehicle.receipt_added": ({ who, thing }) => t`${who} added a receipt to a cost of vehicle ${thing}`,
  "vehicle.receipt_removed": ({ who, thing }) => t`${who} removed a receipt from a cost of vehicle ${thing}`,
  "vehicle.document_added": ({ who, thing }) => t`${who} added a document to the vehicle ${thing}`,
  "vehicle.document_removed": ({ who, thing }) => t`${who} removed a document of the vehicle ${thing}`,
  "vehicle.service_planned": ({ who, thing }) => t`${who} scheduled service for vehicle ${thing}`,
  "vehicle.service_done": ({ who, thing }) => t`${who} marked service of vehicle ${thing} as done`,
  "vehicle.service_removed": ({ who, thing }) => t`${who} removed a planned service of the vehicle ${thing}`,
  "visits.deleted": ({ who, link, end }) => t`${who} deleted a ${link}visit${end}`,
  "visits.all_deleted": ({ who, link, end, deleted }) =>
    t`${who} deleted all ${link}visits${end} (${deleted})`,
  "visits.exclusions_changed": ({ who, link, end }) =>
    t`${who} changed which ${link}visits${end} are excluded`,
};

/** A change as a sentence: actor, action and object. An unknown action of another version shows its name. */
export function describe(entry: Entry, currency: string): Part[] {
  const { before, after } = entry;
  const money = (amount: unknown) =>
    typeof amount === "number" ? formatMoney(amount, currencyOf(entry) ?? currency) : t`an amount`;
  const parts: SentenceParts = {
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
  return partsOf(sentence(parts), whoDid(entry), thingOf(entry));
}

function unknownSentence({ action, subjectKind }: Entry): Sentence {
  const verb = action.replace(/[._]/g, " ");
  return ({ who, thing }) => `${who} ${verb} (${subjectKind} ${thing})`;
}

function currencyOf({ after }: Entry): string | undefined {
  return typeof after.currency === "string" ? after.currency : undefined;
}

export function whoDid(entry: Entry): string {
  if (entry.actor === "affiliate") return entry.subjectName || t`An affiliate`;
  if (entry.actor === "api_key") return t`API key ${{ name: entry.apiKeyName }}`;
  return entry.actor === "operator" ? t`The operator` : entry.adminName || t`Someone`;
}
