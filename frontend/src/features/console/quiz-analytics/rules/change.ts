/** The change of a figure from the previous period, and whether it is significant. */

import { t } from "@lingui/core/macro";
import { formatFixed, formatPercent, formatRate } from "@/lib/format";

export interface Share {
  part: number;
  whole: number;
}

/** With fewer expected cases in any group, a difference of shares is not significant. */
const minExpected = 5;
/** Two-sided 95 %. */
const certain = 1.96;

export type Evidence = "real" | "chance" | "too_few";

/** Whether two shares differ significantly: the pooled test of two proportions. */
export function evidenceOf(now: Share, before: Share): Evidence {
  const whole = now.whole + before.whole;
  const pooled = (now.part + before.part) / whole;
  const smallest = Math.min(now.whole, before.whole) * Math.min(pooled, 1 - pooled);
  if (!(smallest >= minExpected)) return "too_few";
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.whole + 1 / before.whole));
  const difference = now.part / now.whole - before.part / before.whole;
  return Math.abs(difference) > certain * deviation ? "real" : "chance";
}

/** The change of a figure as text, and its direction: up (1), down (-1) or none (0). */
export interface Change {
  text: string;
  direction: number;
}

const signs = { "1": "+", "-1": "−", "0": "±" } as Record<string, string>;

/** With fewer cases a percentage would suggest false precision. */
const minBefore = 10;

/** A count compared with the previous one: +12%. Undefined if the previous one is too small. */
export function countChange(now: number, before: number): Change | undefined {
  if (before < minBefore) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  const direction = Math.sign(percent) || 0;
  return { text: `${signs[direction]}${formatPercent(Math.abs(percent))}`, direction };
}

/** The change of a percentage in points: +1.2 points. */
export function rateChange(now: number, before: number): Change {
  const points = Math.round((now - before) * 10) / 10;
  const direction = Math.sign(points) || 0;
  const change = `${signs[direction]}${formatFixed(Math.abs(points))}`;
  return {
    text: t({ message: `${change} points`, comment: "percentage points, such as +1.2 points" }),
    direction,
  };
}

/** The relative change of a share, rounded to whole percent: +12%. */
export function shareChange(percent: number): string {
  const rounded = Math.round(percent);
  return `${signs[Math.sign(rounded)]}${formatPercent(Math.abs(rounded))}`;
}

/** A share in percent of `whole`; a dash for a share of nothing. */
export const shareOf = (rate: number, whole: number): string => (whole > 0 ? formatRate(rate) : "–");
