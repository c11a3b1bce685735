import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { adminPath } from "@/config/admin-path";
import { paths } from "@/config/paths";
import type { Entry } from "../api";

/** The object of an entry: its name, and its page if it has one. */
export interface Thing {
  name: string;
  page: string | null;
}

type Described = Pick<Entry, "subjectKind" | "subjectId" | "subjectName">;

const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Pages of kinds without named objects: the sentence itself identifies them. */
const pages: Record<string, string> = {
  accounting: paths.admin.moneySettings,
  accounting_export: paths.admin.accounting,
  api_key: paths.admin.apiKeys,
  api_keys: paths.admin.apiKeys,
  bookings: paths.admin.bookings,
  ad_account: `${paths.admin.quizAnalytics}?costs=google#money`,
  campaign_costs: paths.admin.quizAnalytics,
  fines: paths.admin.fines,
  review: paths.admin.reviews,
  reviews: paths.admin.reviews,
  catalog: paths.admin.catalog,
  commissions: paths.admin.affiliates,
  conversions: paths.admin.conversions,
  customers: paths.admin.customers,
  currencies: paths.admin.currencies,
  languages: paths.admin.languages,
  media: paths.admin.media,
  redirect: paths.admin.content,
  insight: paths.admin.quizAnalytics,
  quiz: paths.admin.quizEditor,
  quiz_answer: paths.admin.quizContacts,
  quiz_answers: paths.admin.quizContacts,
  bookingForm: paths.admin.settings,
  annotation: paths.admin.quizAnalytics,
  insight_query: paths.admin.queries,
  insight_view: paths.admin.quizAnalytics,
  settings: paths.admin.settings,
  brand: paths.admin.brand,
  site: paths.admin.setup,
  support_session: paths.admin.supportAccess,
  domain: paths.admin.domains,
  calendar_feed: paths.admin.calendarFeeds,
  imported_calendar: paths.admin.calendarFeeds,
  price_suggestions: paths.admin.catalogPriceSuggestions,
  role: paths.admin.users,
  channel: paths.admin.channels,
  webhook: paths.admin.webhooks,
  message: paths.admin.messages,
  numbering: paths.admin.moneySettings,
  phone_channel: paths.admin.messages,
  phone_message: paths.admin.today,
  return_costs: paths.admin.handoverTerms,
  visit: paths.admin.visits,
  visits: paths.admin.visits,
};

/** The fallback name of a deleted person or object. */
const nameless: Record<string, MessageDescriptor> = {
  admin: msg({ message: "a former user", context: "audit log" }),
  affiliate: msg({ message: "an affiliate", context: "audit log" }),
  booking: msg({ message: "(deleted)", context: "audit log" }),
  customer: msg({ message: "a customer", context: "audit log" }),
  vehicle: msg({ message: "(deleted)", context: "audit log" }),
  annotation: msg({ message: "(deleted)", context: "audit log" }),
  insight_query: msg({ message: "(deleted)", context: "audit log" }),
  insight_view: msg({ message: "(deleted)", context: "audit log" }),
  invitation: msg({ message: "someone", context: "audit log" }),
  calendar_feed: msg({ message: "(deleted)", context: "audit log" }),
  imported_calendar: msg({ message: "(deleted)", context: "audit log" }),
  role: msg({ message: "(deleted)", context: "audit log" }),
  channel: msg({ message: "(deleted)", context: "audit log" }),
  webhook: msg({ message: "(deleted)", context: "audit log" }),
};

export function thingOf(entry: Described): Thing {
  const id = entry.subjectId;
  // Copies and erasures have a pseudonym, everything else the customer's id.
  if (entry.subjectKind === "customer" && !isId.test(id)) return { name: t`customer ${id}`, page: null };
  const unnamed = nameless[entry.subjectKind];
  return { name: entry.subjectName || (unnamed ? t(unnamed) : id), page: pageOf(entry) };
}

/** The page of the changed object, if it has one. */
function pageOf({ subjectKind, subjectId, subjectName }: Described): string | null {
  const page = pages[subjectKind];
  if (page) return page;
  switch (subjectKind) {
    case "booking":
      if (!subjectName) return null;
      return isId.test(subjectId)
        ? adminPath.booking(subjectId)
        : `${paths.admin.bookings}?search=${encodeURIComponent(subjectId)}`;
    case "content":
      return adminPath.text(subjectId);
    case "vehicle":
      return subjectName ? adminPath.vehicle(subjectId) : null;
    case "customer":
      return subjectName ? adminPath.customer(subjectId) : null;
    case "affiliate":
      return subjectName ? adminPath.affiliate(subjectId) : null;
    case "promo_code":
      return paths.admin.promoCodes;
    case "currency":
      return paths.admin.currencies;
    case "admin":
    case "invitation":
      return subjectName ? paths.admin.users : null;
    default:
      return null;
  }
}
