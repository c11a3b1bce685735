/** How a figure moved against the period before, and whether that says anything. */

import { t } from "@lingui/core/macro";
import { formatFixed, formatPercent } from "@/lib/format";

export interface Share {
  part: number;
  whole: number;
}

/** Below this many expected cases in any group a difference of shares says nothing. */
const minExpected = 5;
/** Two-sided 95 %. */
const certain = 1.96;

export type Evidence = "real" | "chance" | "too_few";

/** Whether two shares differ by more than chance: the pooled test of two proportions. */
export function evidenceOf(now: Share, before: Share): Evidence {
  const whole = now.whole + before.whole;
  const pooled = (now.part + before.part) / whole;
  const smallest = Math.min(now.whole, before.whole) * Math.min(pooled, 1 - pooled);
  if (!(smallest >= minExpected)) return "too_few";
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.whole + 1 / before.whole));
  const difference = now.part / now.whole - before.part / before.whole;
  return Math.abs(difference) > certain * deviation ? "real" : "chance";
}

/** How a figure moved: in words, and whether up (1), down (-1) or not at all (0). */
export interface Change {
  text: string;
  direction: number;
}

const signs = { "1": "+", "-1": "−", "0": "±" } as Record<string, string>;

/** From fewer than this a percentage would say more than is known. */
const minBefore = 10;

/** A count against the one before: +12%. Undefined with next to nothing before. */
export function countChange(now: number, before: number): Change | undefined {
  if (before < minBefore) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  const direction = Math.sign(percent) || 0;
  return { text: `${signs[direction]}${formatPercent(Math.abs(percent))}`, direction };
}

/** A rate in percent against the one before, in points: +1.2 points. */
export function rateChange(now: number, before: number): Change {
  const points = Math.round((now - before) * 10) / 10;
  const direction = Math.sign(points) || 0;
  const change = `${signs[direction]}${formatFixed(Math.abs(points))}`;
  return {
    text: t({ message: `${change} points`, comment: "percentage points, such as +1.2 points" }),
    direction,
  };
}

/** A share against another, rounded to whole percent: +12%. */
export function shareChange(percent: number): string {
  const rounded = Math.round(percent);
  return `${signs[Math.sign(rounded)]}${formatPercent(Math.abs(rounded))}`;
}
