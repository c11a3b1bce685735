import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { components } from "@/api/schema.gen";
import { formatNumber } from "@/lib/format";

export type MeasureUsage = components["schemas"]["UsageOut"];

type Measure = MeasureUsage["measure"];

export const measureNames: Record<Measure, MessageDescriptor> = {
  vehicles: msg`Vehicles`,
  staff: msg`Staff`,
  storage_bytes: msg`Storage`,
  domains: msg`Domains of your own`,
  emails: msg`Emails today`,
  quiz_sessions: msg`Quiz sessions this month`,
  api_calls: msg`API calls this month`,
};

const noMore = msg`No more can be added. Remove what you no longer need, or ask your platform operator for a larger plan.`;

const consequences: Partial<Record<Measure, MessageDescriptor>> = {
  emails: msg`Reports and alerts wait until tomorrow. Emails about bookings are sent as always.`,
  quiz_sessions: msg`Nothing changes for your visitors. Your platform operator sees what is beyond the limit.`,
  api_calls: msg`Until next month, the API answers only calls about bookings.`,
};

/** What follows once a measure is used up. */
export function withoutRoom(measure: Measure): MessageDescriptor {
  return consequences[measure] ?? noMore;
}

/** A number, or storage in megabytes. */
export function amountOf(measure: Measure, amount: number): string {
  return measure === "storage_bytes"
    ? `${formatNumber(amount / 1_000_000, amount < 10_000_000 ? 1 : 0)} MB`
    : formatNumber(amount);
}

/** How much of a limit is used, from 0 to 1; null without a limit. Nothing is left of a limit of 0. */
export function shareOf(used: number, limit: number | null): number | null {
  if (limit === null) return null;
  return limit === 0 ? 1 : Math.min(used / limit, 1);
}
