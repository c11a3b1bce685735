import { expect, test, vi } from "vitest";
import { testTenant } from "@/testing/site";
import type { Entry } from "../api";
import { textOf } from "./parts";
import { fieldName, valueText } from "./values";
import { type Action, describe, sentences, whoDid } from "./words";

vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tenant: testTenant }) }));

const id = "01a1fd71-6489-74fe-996e-388d32d70305";
const entry: Entry = {
  id: "1",
  happenedAt: "2026-06-10T09:00:00Z",
  actor: "admin",
  adminId: "2",
  adminName: "Nino",
  apiKeyId: null,
  apiKeyName: "",
  ipAddress: null,
  action: "admin.role_changed",
  subjectKind: "admin",
  subjectId: "3",
  subjectName: "Tamar",
  before: { role: "analyst" },
  after: { role: "manager" },
};
const read = (changes: Partial<Entry>) => {
  const changed = { ...entry, ...changes };
  return textOf(describe(changed, "EUR"));
};
const linkOf = (changes: Partial<Entry>) =>
  describe({ ...entry, ...changes }, "EUR").flatMap((part) =>
    typeof part === "object" && "thing" in part ? [part.thing.page] : [],
  )[0] ?? null;

/** What each group of actions is recorded with; the server's tests hold that names are found for these. */
const savedView = { kind: "insight_view", id, name: "June by phone", shown: "June by phone" };
const ownEvents = { kind: "insight", id: "events", name: "", shown: "event of analytics" };
const companyExport = { kind: "settings", id: "company", name: "", shown: "export of the company" };
const subjects: Record<string, { kind: string; id: string; name: string; shown: string }> = {
  admin: { kind: "admin", id, name: "Tamar", shown: "Tamar" },
  "admin.invited": { kind: "invitation", id, name: "tamar@example.com", shown: "tamar@example.com" },
  "admin.invitation_withdrawn": { kind: "invitation", id, name: "", shown: "someone" },
  annotation: { kind: "annotation", id, name: "Winter fair", shown: "Winter fair" },
  api_key: { kind: "api_key", id, name: "Website", shown: "Website" },
  "api_key.settings_changed": { kind: "api_keys", id: "settings", name: "", shown: "API keys" },
  affiliate: { kind: "affiliate", id, name: "Road Tales", shown: "Road Tales" },
  booking: { kind: "booking", id: "K7M-4QXD", name: "K7M-4QXD", shown: "K7M-4QXD" },
  "booking.exported": { kind: "bookings", id: "list", name: "", shown: "bookings" },
  catalog: { kind: "catalog", id: "draft", name: "", shown: "the catalogue" },
  "catalog.draft_changed": { kind: "catalog", id: "cars/vw-golf", name: "", shown: "cars/vw-golf" },
  "catalog.published": { kind: "catalog", id: "3", name: "", shown: "3" },
  "catalog.restored": { kind: "catalog", id: "4", name: "", shown: "4" },
  commission: { kind: "affiliate", id, name: "Road Tales", shown: "Road Tales" },
  "commission.refused": { kind: "booking", id, name: "K7M-4QXD", shown: "K7M-4QXD" },
  "commission.restored": { kind: "booking", id, name: "K7M-4QXD", shown: "K7M-4QXD" },
  "commission.rule_changed": { kind: "commissions", id: "rule", name: "", shown: "commissions" },
  "commission.released": { kind: "booking", id, name: "K7M-4QXD", shown: "K7M-4QXD" },
  content: { kind: "content", id: "landing", name: "", shown: "landing" },
  redirect: { kind: "redirect", id: "/our-cars", name: "", shown: "/our-cars" },
  conversions: { kind: "conversions", id: "georgia", name: "", shown: "conversions" },
  customer: { kind: "customer", id, name: "Ada Lovelace", shown: "Ada Lovelace" },
  "customer.exported": { kind: "customer", id: "3f2a91", name: "", shown: "customer 3f2a91" },
  "customer.erased": { kind: "customer", id: "3f2a91", name: "", shown: "customer 3f2a91" },
  "customer.list_exported": { kind: "customers", id: "list", name: "", shown: "customers" },
  deposit: { kind: "booking", id: "K7M-4QXD", name: "K7M-4QXD", shown: "K7M-4QXD" },
  ad_account: { kind: "ad_account", id, name: "", shown: "the Google Ads account" },
  campaign_costs: { kind: "campaign_costs", id, name: "", shown: "campaign costs" },
  "campaign_costs.typed": { kind: "campaign_costs", id, name: "", shown: "a campaign cost" },
  exchange_rate: { kind: "currency", id: "USD", name: "", shown: "USD" },
  "exchange_rate.daily_switched": { kind: "currencies", id: "daily", name: "", shown: "updated daily" },
  "exchange_rate.currencies_chosen": { kind: "currencies", id: "shown", name: "", shown: "currencies" },
  experiment: { kind: "quiz", id: "Fewer questions", name: "", shown: "Fewer questions" },
  fine: { kind: "vehicle", id, name: "AA-123-BB", shown: "AA-123-BB" },
  "fine.charged": { kind: "booking", id: "K7M-4QXD", name: "K7M-4QXD", shown: "K7M-4QXD" },
  "fine.imported": { kind: "fines", id: "import", name: "", shown: "fines and tolls" },
  review: { kind: "review", id, name: "", shown: "review" },
  "review.imported": { kind: "reviews", id: "import", name: "", shown: "reviews" },
  handover: { kind: "return_costs", id: "terms", name: "", shown: "return costs" },
  invoice: { kind: "booking", id: "K7M-4QXD", name: "K7M-4QXD", shown: "K7M-4QXD" },
  "invoice.numbering_changed": {
    kind: "numbering",
    id: "invoice",
    name: "",
    shown: "numbers of documents",
  },
  languages: { kind: "languages", id: "company", name: "", shown: "languages" },
  media: { kind: "media", id, name: "", shown: "media library" },
  message: { kind: "message", id: "thanks/en", name: "", shown: "message" },
  payment: { kind: "booking", id: "K7M-4QXD", name: "K7M-4QXD", shown: "K7M-4QXD" },
  payout: { kind: "affiliate", id, name: "Road Tales", shown: "Road Tales" },
  quiz: { kind: "quiz", id: "v2", name: "", shown: "quiz" },
  insight: { kind: "insight", id: "alerts", name: "", shown: "alert" },
  "insight.event_added": ownEvents,
  "insight.event_changed": ownEvents,
  "insight.event_deleted": ownEvents,
  "insight.subscribed": { kind: "admin", id, name: "Nino", shown: "Nino" },
  "insight.ended_by_link": { kind: "admin", id, name: "Nino", shown: "Nino" },
  "insight.unsubscribed": { kind: "admin", id, name: "Nino", shown: "Nino" },
  "insight.link_made": savedView,
  "insight.link_withdrawn": savedView,
  "insight.view_changed": savedView,
  "insight.view_deleted": savedView,
  "insight.view_saved": savedView,
  "quiz.contact_followed_up": { kind: "quiz_answer", id: "quiz_1", name: "", shown: "quiz contact" },
  "quiz.answers_exported": { kind: "quiz_answers", id: "contact", name: "", shown: "written quiz answers" },
  "quiz.answer_deleted": { kind: "quiz_answer", id: "quiz_1", name: "", shown: "written quiz answer" },
  "quiz.published": { kind: "quiz", id: "v2", name: "", shown: "v2" },
  "quiz.version_added": { kind: "quiz", id: "v2", name: "", shown: "v2" },
  promo_code: { kind: "promo_code", id: "ROAD10", name: "", shown: "ROAD10" },
  fleet: { kind: "fleet", id: "settings", name: "", shown: "fleet" },
  lead: { kind: "lead", id: "L-1", name: "", shown: "L-1" },
  seller: { kind: "seller", id: "georgia", name: "", shown: "invoices" },
  stripe: { kind: "stripe", id: "georgia", name: "", shown: "Stripe" },
  settings: { kind: "settings", id: "contacts", name: "", shown: "settings" },
  brand: { kind: "brand", id: "company", name: "", shown: "the brand" },
  imported_calendar: { kind: "imported_calendar", id, name: "Turo", shown: "Turo" },
  calendar_feed: { kind: "calendar_feed", id, name: "Google Calendar", shown: "Google Calendar" },
  price_suggestions: {
    kind: "price_suggestions",
    id: "georgia",
    name: "",
    shown: "suggested prices",
  },
  role: { kind: "role", id, name: "Bookkeeper", shown: "Bookkeeper" },
  channel: { kind: "channel", id, name: "Broker", shown: "Broker" },
  phone_channel: { kind: "phone_channel", id: "sms", name: "", shown: "account of WhatsApp or SMS" },
  "phone_channel.dropped": { kind: "phone_channel", id: "sms", name: "", shown: "WhatsApp or SMS" },
  phone_template: { kind: "phone_channel", id: "sms", name: "", shown: "text of WhatsApp or SMS" },
  phone_inbox: { kind: "phone_message", id, name: "", shown: "message from a customer by WhatsApp or SMS" },
  webhook: { kind: "webhook", id, name: "https://hooks.example.com/", shown: "https://hooks.example.com/" },
  domain: { kind: "domain", id: "www.example.com", name: "", shown: "www.example.com" },
  company: { kind: "settings", id: "company", name: "", shown: "deletion of the company" },
  "company.export_requested": companyExport,
  "company.export_downloaded": companyExport,
  "company.export_deleted": companyExport,
  "company.move_requested": { kind: "settings", id: "company", name: "", shown: "the company" },
  support: { kind: "support_session", id, name: "", shown: "support access" },
  site: { kind: "site", id: "company", name: "", shown: "the site" },
  sample_data: { kind: "site", id: "company", name: "", shown: "the site" },
  accounting: { kind: "accounting", id: "company", name: "", shown: "account numbers" },
  "accounting.exported": { kind: "accounting_export", id: "1", name: "", shown: "accounting" },
  till: { kind: "till", id, name: "", shown: "till" },
  vehicle: { kind: "vehicle", id, name: "AA-123-BB", shown: "AA-123-BB" },
  visits: { kind: "visits", id: "all", name: "", shown: "visits" },
  "visits.deleted": { kind: "visit", id, name: "", shown: "visit" },
};
/** Actions on one's own account: the sentence begins with the person. */
const own: Action[] = [
  "admin.joined",
  "admin.password_changed",
  "admin.password_reset",
  "admin.second_factor_enabled",
  "admin.second_factor_disabled",
  "admin.recovery_codes_renewed",
  "admin.session_ended",
  "admin.other_sessions_ended",
  "affiliate.payout_email_changed",
];
const pagelessGroups = /^(fleet|lead|seller|stripe|till)\./;
const pageless = ["admin.invitation_withdrawn", "customer.exported", "customer.erased"];

test.each(Object.keys(sentences) as Action[])("%s names what it was done to, and leads there", (action) => {
  const subject = subjects[action] ?? subjects[action.split(".")[0] ?? ""];
  if (!subject) throw new Error(`No subject for ${action}`);
  const recorded: Partial<Entry> = {
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name,
    before: { role: "owner", status: "active", name: "Booking", total: 262.8 },
    after: {
      role: "analyst",
      status: "confirmed",
      name: "Rental",
      total: 262.8,
      amount: 50,
      deleted: 3,
      payableOn: "completion",
    },
  };
  const sentence = read(recorded);
  expect(sentence).not.toMatch(/undefined|null|nothing|an amount|\[object/);
  if (own.includes(action)) return;
  expect(sentence).toContain(subject.shown);
  if (pageless.includes(action) || pagelessGroups.test(action)) expect(linkOf(recorded)).toBeNull();
  else expect(linkOf(recorded)).toMatch(/^\/admin\//);
});

test("a change by an API key names the key", () => {
  const booking = { subjectKind: "booking", subjectId: "K7M-4QXD", subjectName: "K7M-4QXD" };
  const byKey = {
    actor: "api_key" as const,
    adminId: null,
    adminName: "",
    apiKeyId: id,
    apiKeyName: "Website",
  };
  expect(read({ ...booking, ...byKey, action: "booking.confirmed" })).toBe(
    "API key Website confirmed booking K7M-4QXD",
  );
});

test("what was changed is a click away", () => {
  const pageFor = (subjectKind: string, subjectId: string, subjectName: string) =>
    linkOf({ action: "x.y", subjectKind, subjectId, subjectName });
  expect(pageFor("booking", "K7M-4QXD", "K7M-4QXD")).toBe("/admin/bookings?search=K7M-4QXD");
  expect(pageFor("booking", id, "K7M-4QXD")).toBe(`/admin/bookings/${id}`);
  expect(pageFor("affiliate", id, "Road Tales")).toBe(`/admin/affiliates/${id}`);
  expect(pageFor("affiliate", id, "")).toBeNull();
  expect(pageFor("car", "niva", "")).toBeNull();
});

test("a change reads as a sentence", () => {
  expect(read({})).toBe("Nino changed the role of Tamar from analyst to manager");
  const affiliate = { subjectKind: "affiliate", subjectId: id, subjectName: "Road Tales" };
  const paid = { ...affiliate, action: "commission.paid", before: {} };
  expect(read({ ...paid, after: { total: 262.8 } })).toBe("Nino paid €262.80 to Road Tales");
  expect(read({ ...paid, after: { total: 70, currency: "CHF" } })).toMatch(
    /^Nino paid CHF.70 to Road Tales$/,
  );
  expect(read({ ...affiliate, action: "affiliate.payout_email_changed", actor: "affiliate" })).toBe(
    "Road Tales changed their own payout email",
  );
  const booking = { subjectKind: "booking", subjectId: "K7M-4QXD", subjectName: "K7M-4QXD" };
  expect(read({ ...booking, action: "booking.confirmed" })).toBe("Nino confirmed booking K7M-4QXD");
  const taken = { action: "payment.taken", before: {}, after: { amount: 50 } };
  expect(read({ ...booking, ...taken })).toBe("Nino took a payment of €50 for booking K7M-4QXD");
  const back = { before: { status: "active" }, after: { status: "confirmed", reason: "redacted" } };
  expect(read({ ...booking, ...back, action: "booking.stepped_back" })).toBe(
    "Nino reverted booking K7M-4QXD from active to confirmed",
  );
});

test("an action of a later version still says what it is", () => {
  expect(read({ action: "car.price_changed", subjectKind: "car", subjectId: "niva", subjectName: "" })).toBe(
    "Nino car price changed (car niva)",
  );
  expect(whoDid({ ...entry, actor: "operator", adminId: null, adminName: "" })).toBe("The operator");
  expect(whoDid({ ...entry, actor: "affiliate", adminName: "", subjectName: "" })).toBe("An affiliate");
});

test("fields and values are plain words", () => {
  expect([fieldName("customerEmail"), fieldName("needs_review")]).toEqual(["customer email", "needs review"]);
  expect(["redacted", null, true, [], ["a", 2], { a: 1 }].map(valueText)).toEqual([
    "not shown",
    "nothing",
    "yes",
    "nothing",
    "a, 2",
    '{"a":1}',
  ]);
});
