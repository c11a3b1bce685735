/** How two shares differ, how sure that is, and whether it says anything. Pure. */

import { formatFixed } from "@/lib/format";
import type { Evidence, Share } from "../rules/change";

const z = 1.959964;
const minExpected = 5;
const level = 0.05;

/** Wilson's 95 % interval of a share, as fractions. */
function wilson({ part, whole }: Share): [number, number] {
  const share = part / whole;
  const scale = 1 + z ** 2 / whole;
  const centre = (share + z ** 2 / (2 * whole)) / scale;
  const reach = (z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))) / scale;
  return [centre - reach, centre + reach];
}

/** The difference in points with Newcombe's 95 % interval, from Wilson's of both shares. */
export function differenceOf(a: Share, b: Share): { points: number; low: number; high: number } | undefined {
  if (a.whole === 0 || b.whole === 0) return undefined;
  const [shareA, shareB] = [a.part / a.whole, b.part / b.whole];
  const [[lowA, highA], [lowB, highB]] = [wilson(a), wilson(b)];
  const points = shareA - shareB;
  return {
    points: points * 100,
    low: (points - Math.hypot(shareA - lowA, highB - shareB)) * 100,
    high: (points + Math.hypot(highA - shareA, shareB - lowB)) * 100,
  };
}

/** The two-sided chance of a difference at least as large, were both shares the same; undefined with too few cases. */
export function chanceOf(a: Share, b: Share): number | undefined {
  const whole = a.whole + b.whole;
  const pooled = (a.part + b.part) / whole;
  const expected = Math.min(a.whole, b.whole) * Math.min(pooled, 1 - pooled);
  if (!(expected >= minExpected)) return undefined;
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / a.whole + 1 / b.whole));
  return 2 * upperTail(Math.abs(a.part / a.whole - b.part / b.whole) / deviation);
}

/** Verdicts on several differences judged together: Holm's correction keeps the risk of one false mark at 5 %. */
export function verdicts(pairs: readonly (readonly [Share, Share])[]): Evidence[] {
  return judged(pairs.map(([a, b]) => chanceOf(a, b)));
}

/** The same, given the chance of each; undefined with too few cases. */
export function judged(chances: readonly (number | undefined)[]): Evidence[] {
  const found: Evidence[] = chances.map(() => "too_few");
  const tested = chances
    .map((chance, place) => ({ place, chance }))
    .filter((one): one is { place: number; chance: number } => one.chance !== undefined)
    .sort((one, other) => one.chance - other.chance);
  let isOver = false;
  tested.forEach(({ place, chance }, rank) => {
    isOver ||= chance * (tested.length - rank) >= level;
    found[place] = isOver ? "chance" : "real";
  });
  return found;
}

/** A figure with its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/**
 * The difference of two figures with intervals: its own interval by Newcombe's method, and the chance of one as large
 * were both the same, by the deviation of the side that faces zero.
 */
export function differenceOfEstimates(a: Estimate, b: Estimate): Estimate & { chance: number } {
  const value = a.value - b.value;
  const [below, above] = [
    Math.hypot(a.value - a.low, b.high - b.value),
    Math.hypot(a.high - a.value, b.value - b.low),
  ];
  const reach = (value > 0 ? below : above) / z;
  const chance = value === 0 || reach === 0 ? 1 : 2 * upperTail(Math.abs(value) / reach);
  return { value, low: value - below, high: value + above, chance };
}

/** Of the standard normal distribution, to seven decimals (Abramowitz and Stegun, 26.2.17). */
function upperTail(value: number): number {
  const k = 1 / (1 + 0.2316419 * value);
  const series =
    k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  return (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/** Points with their sign, such as +1.2. */
export function signed(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "±";
  return `${sign}${formatFixed(Math.abs(rounded))}`;
}
