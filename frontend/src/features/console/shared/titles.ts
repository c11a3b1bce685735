import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { siteConfig } from "@/lib/site-config";
import { console as admin } from "../../../../../platform/src/abano/site/pages/routes.json";

const titles: Record<keyof typeof admin, MessageDescriptor> = {
  signIn: msg`Sign in`,
  forgotPassword: msg`Forgotten password`,
  resetPassword: msg`New password`,
  acceptInvitation: msg`Invitation`,
  sharedFigures: msg`Shared figures`,
  home: msg`Console`,
  today: msg`Today`,
  bookings: msg`Bookings`,
  newBooking: msg`New booking`,
  changeBooking: msg`Change booking`,
  booking: msg`Booking`,
  yard: msg`Yard`,
  yardForm: msg`Handover`,
  handoverTerms: msg`Return costs`,
  calendar: msg`Calendar`,
  vehicles: msg`Vehicles`,
  vehicle: msg`Vehicle`,
  profit: msg`Profit`,
  paymentsReport: msg`Payments`,
  channelReport: msg`Bookings by channel`,
  receivables: msg`Receivables`,
  vatReport: msg`VAT`,
  accounting: msg`Accounting`,
  vehicleCosts: msg`Vehicle costs`,
  fines: msg`Fines and tolls`,
  reviews: msg`Reviews`,
  invoices: msg`Invoices`,
  media: msg`Photos`,
  tills: msg`Till`,
  moneySettings: msg`Payments and invoices`,
  fleetSettings: msg`Fleet settings`,
  affiliates: msg`Affiliates`,
  payouts: msg`Payouts`,
  promoCodes: msg`Promo codes`,
  affiliate: msg`Affiliate`,
  affiliateStatement: msg`Commission statement`,
  reports: msg`Reports`,
  quizAnalytics: msg`Quiz analytics`,
  queries: msg`Queries`,
  quizEditor: msg`Quiz`,
  quizContacts: msg`Quiz contacts`,
  quizTest: msg`Quiz test`,
  conversions: msg`Conversions`,
  visits: msg`Visits`,
  content: msg`Content`,
  text: msg`Text of the site`,
  catalog: msg`Catalogue`,
  catalogCar: msg`Car of the catalogue`,
  catalogSeasons: msg`Seasons and price rules`,
  catalogPriceSuggestions: msg`Price suggestions`,
  catalogSeason: msg`Season`,
  catalogPlaces: msg`Places`,
  catalogPlace: msg`Place of the catalogue`,
  catalogHandoverPlace: msg`Handover place`,
  catalogDelivery: msg`Delivery fees`,
  catalogDriving: msg`Driving times`,
  catalogInsurance: msg`Insurance`,
  catalogServices: msg`Services`,
  catalogHistory: msg`History of the catalogue`,
  catalogFiles: msg`Catalogue as files`,
  currencies: msg`Currencies`,
  languages: msg`Languages`,
  setup: msg`Set-up`,
  settings: msg`Settings`,
  domains: msg`Domains`,
  planUsage: msg`Plan and usage`,
  yourData: msg`Your data`,
  support: msg`Support`,
  supportAccess: msg`Support access`,
  calendarFeeds: msg`Calendar feeds`,
  embed: msg`Embed on your website`,
  channels: msg`Channels`,
  webhooks: msg`Webhooks`,
  webhook: msg`Webhook`,
  brand: msg`Brand`,
  messages: msg`Messages`,
  customers: msg`Customers`,
  customersByEmail: msg`Copies and erasure`,
  customer: msg`Customer`,
  users: msg`Users`,
  apiKeys: msg`API keys`,
  auditLog: msg`Audit log`,
  account: msg`Account settings`,
  help: msg`Help`,
};

/** The browser tab title of every console page. The first match applies. */
const pages = (Object.keys(admin) as (keyof typeof admin)[]).map((name) => ({
  path: admin[name].path,
  title: titles[name],
}));

/** The title of a console page, without the company; undefined for a URL without a page. */
export function titleOf(pathname: string): MessageDescriptor | undefined {
  return pages.find(({ path }) => matchPath(path, pathname))?.title;
}

function show(...parts: (string | undefined)[]): void {
  document.title = [...parts, siteConfig().tenant.name].filter(Boolean).join(" · ");
}

function useTitle(pathname: string): string | undefined {
  const { t } = useLingui();
  const title = titleOf(pathname);
  return title && t(title);
}

/** Sets the tab title, before the page itself may set a more specific one. */
export function useConsoleTitle(): void {
  const { pathname } = useLocation();
  const title = useTitle(pathname);
  useLayoutEffect(() => show(title), [title]);
}

/** Sets the title of loaded content: K7M-4QXD · Booking · the company. */
export function useObjectTitle(name: string | undefined): void {
  const { pathname } = useLocation();
  const title = useTitle(pathname);
  // After the layout's own effect, whether the page was already mounted or not.
  useEffect(() => {
    if (name) show(name, title);
  }, [name, title]);
}

/** The parts of the settings page by their ids, in its order. */
export const settingsSections: readonly (readonly [id: string, title: MessageDescriptor])[] = [
  ["company", msg`Name and currency`],
  ["contacts", msg`Contacts`],
  ["rental", msg`Rental rules`],
  ["terms", msg`Terms beside the price`],
  ["notifications", msg`Messages to your team`],
  ["commission", msg`Commission`],
  ["privacy", msg`Privacy`],
  ["botCheck", msg`Bot check`],
  ["addressServices", msg`Address services`],
  ["clock", msg`Time zone`],
];
