import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What a call is about, by the beginning of its path; the first match applies. */
const pages: [start: string, name: MessageDescriptor][] = [
  ["/api/admin/bookings", msg`Bookings`],
  ["/api/admin/calendar", msg`Calendar`],
  ["/api/admin/catalog", msg`Catalogue`],
  ["/api/admin/content", msg`Site texts`],
  ["/api/admin/customers", msg`Customers`],
  ["/api/admin/leads", msg`Leads`],
  ["/api/admin/media", msg`Photos`],
  ["/api/admin/messages", msg`Messages`],
  ["/api/admin/price-suggestions", msg`Price suggestions`],
  ["/api/admin/quiz", msg`Quiz`],
  ["/api/admin/experiments", msg`Quiz`],
  ["/api/admin/reviews", msg`Reviews`],
  ["/api/admin/search", msg`Search`],
  ["/api/admin/settings", msg`Settings`],
  ["/api/admin/today", msg`Today`],
  ["/api/admin/vehicles", msg`Vehicles`],
  ["/api/quiz/analytics", msg`Quiz analytics`],
];

/** The page of the console that a recorded call (`GET /api/admin/bookings/…`) belongs to. */
export function pageOf(call: string): MessageDescriptor | undefined {
  const path = call.slice(call.indexOf(" ") + 1);
  return pages.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
}
