import { daysOf } from "@/features/console/shared/period/period";
import { daysBetween } from "@/lib/dates";
import type { View } from "./view";

export type Unit = "hour" | "day" | "week" | "month";
export const units: readonly Unit[] = ["hour", "day", "week", "month"];
// More would be a carpet and no line.
const most: Record<Unit, number> = { hour: 14, day: 400, week: 5000, month: 20_000 };
const usual: [number, Unit][] = [
  [2, "hour"],
  [92, "day"],
];

function lengthOf(view: View): number {
  const { from, to } = daysOf(view);
  return daysBetween(from, to) + 1;
}

/** The one with more days: what it can be drawn by, the other can be too. */
export function longerOf(one: View, other: View): View {
  return lengthOf(other) > lengthOf(one) ? other : one;
}

/** Units that a period can be drawn by. */
export function unitsOf(view: View): Unit[] {
  const days = lengthOf(view);
  return units.filter((unit) => days <= most[unit]);
}

/** The unit to draw by: the one chosen as far as the period allows it. */
export function unitFor(view: View, chosen: Unit | undefined): Unit {
  if (chosen && unitsOf(view).includes(chosen)) return chosen;
  const days = lengthOf(view);
  return usual.find(([longest]) => days <= longest)?.[1] ?? "week";
}
