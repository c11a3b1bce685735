/** How a figure moved against the period before, and whether that says anything. */

export interface Share {
  part: number;
  whole: number;
}

/** Below this many expected cases in any group a difference of shares says nothing. */
const leastExpected = 5;
/** Two-sided 95 %. */
const certain = 1.96;

export type Evidence = "real" | "chance" | "too_few";

/** Whether two shares differ by more than chance: the pooled test of two proportions. */
export function evidenceOf(now: Share, before: Share): Evidence {
  const whole = now.whole + before.whole;
  const pooled = (now.part + before.part) / whole;
  const smallest = Math.min(now.whole, before.whole) * Math.min(pooled, 1 - pooled);
  if (!(smallest >= leastExpected)) return "too_few";
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.whole + 1 / before.whole));
  const difference = now.part / now.whole - before.part / before.whole;
  return Math.abs(difference) > certain * deviation ? "real" : "chance";
}

const sign = (value: number) => (value > 0 ? "+" : value < 0 ? "−" : "±");

/** From fewer than this a percentage would say more than is known. */
const leastBefore = 10;

/** A count against the one before: +12 %. Undefined with next to nothing before. */
export function countChange(now: number, before: number): string | undefined {
  if (before < leastBefore) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  return `${sign(percent)}${count(Math.abs(percent))}%`;
}

/** A rate in percent against the one before, in points: +1.2 points. */
export function rateChange(now: number, before: number): string {
  const points = Math.round((now - before) * 10) / 10;
  return `${sign(points)}${Math.abs(points).toFixed(1)} points`;
}

const numbers = new Intl.NumberFormat("en");
export const count = (value: number) => numbers.format(value);
export const percent = (value: number) => `${value.toFixed(1)}%`;
