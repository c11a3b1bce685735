import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Right } from "./roles";

/** What each right allows. */
export const rightNames: Record<Right, MessageDescriptor> = {
  bookings: msg`Bookings, calendar and leads`,
  discounts: msg`Discounts above the limit and manual price lines`,
  customers: msg`Customers`,
  manage_customers: msg`Blacklist and merge customers`,
  exports: msg`Download bookings and customers`,
  payments: msg`Payments, invoices and own till`,
  refunds: msg`Refunds, credit notes and all tills`,
  reports: msg`Profit, VAT and payment reports`,
  accounting: msg`Accounting exports`,
  fleet: msg`Vehicles, damage and fines`,
  costs: msg`Vehicle costs`,
  yard: msg`Today's handovers and returns`,
  catalog: msg`Catalogue and prices`,
  website: msg`Content, photos and reviews`,
  affiliates: msg`Affiliates, promo codes and payouts`,
  advertising: msg`Visits and conversions`,
  analytics: msg`Quiz analytics and rental reports`,
  quiz: msg`Quiz and experiments`,
  settings: msg`Settings and message texts`,
  team: msg`Users, roles and audit log`,
  integrations: msg`Integrations and online payments`,
  company: msg`Company details, domains and brand`,
  personal_data: msg`Copies and erasure of customer data`,
};

/** Groups of rights, in the order of the console's pages. The last one is for owners only. */
export const rightGroups: readonly { title: MessageDescriptor; rights: readonly Right[] }[] = [
  { title: msg`Rental`, rights: ["bookings", "discounts", "customers", "manage_customers", "exports"] },
  { title: msg`Fleet`, rights: ["fleet", "costs", "yard"] },
  { title: msg`Money`, rights: ["payments", "refunds", "reports", "accounting"] },
  { title: msg`Site`, rights: ["catalog", "website"] },
  { title: msg`Marketing`, rights: ["affiliates", "advertising", "analytics", "quiz"] },
  { title: msg`Settings`, rights: ["settings"] },
  { title: msg`Owners only`, rights: ["team", "integrations", "company", "personal_data"] },
];
