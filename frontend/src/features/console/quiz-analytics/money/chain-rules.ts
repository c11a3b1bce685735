import { formatNumber } from "@/lib/format";
import type { ChainFigures } from "./api";
import { bookingsText } from "./rules";

export type StepName = "clicks" | "visits" | "sessions" | "bookings" | "keptBookings";

export interface ChainStep {
  name: StepName;
  /** As it is shown; null: not known. */
  text: string | null;
  /** Percent of the largest step, for its bar. */
  width: number;
  /** Percent of the step before. */
  rate: number | null;
  costPer: number | null;
  /** What the bookings of the step are worth. */
  value: number | null;
}

const steps = [
  { name: "clicks", rate: null, costPer: "costPerClick", value: null },
  { name: "visits", rate: "visitRate", costPer: "costPerVisit", value: null },
  { name: "sessions", rate: "sessionRate", costPer: "costPerSession", value: null },
  { name: "bookings", rate: "bookingRate", costPer: "costPerBooking", value: "bookingsValue" },
  { name: "keptBookings", rate: "keptRate", costPer: "costPerKept", value: "keptValue" },
] as const;

/** The five steps from click to kept booking. A step that is not known has no bar. */
export function chainSteps(figures: ChainFigures): ChainStep[] {
  const largest = Math.max(1, ...steps.map(({ name }) => figures[name] ?? 0));
  return steps.map(({ name, rate, costPer, value }) => {
    const count = figures[name];
    return {
      name,
      text: count === null ? null : name === "clicks" ? formatNumber(count) : bookingsText(count),
      width: (100 * (count ?? 0)) / largest,
      rate: rate && figures[rate],
      costPer: figures[costPer],
      value: value && figures[value],
    };
  });
}
