import type { components } from "@/api/schema.gen";

export type TodayCount = components["schemas"]["TodayCountResponse"];
export type News = "booking" | "late";

/** What happened between two answers: a booking on the site, one more late return. Nothing before the second answer. */
export function newsOf(before: TodayCount | undefined, after: TodayCount): News[] {
  if (!before) return [];
  const isNewer = after.newestBookingAt !== null && after.newestBookingAt > (before.newestBookingAt ?? "");
  return [
    ...(isNewer ? (["booking"] as const) : []),
    ...(after.lateReturns > before.lateReturns ? (["late"] as const) : []),
  ];
}
