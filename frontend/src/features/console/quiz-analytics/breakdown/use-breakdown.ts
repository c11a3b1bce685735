import { oneOf, useUrlState } from "@/lib/url-state";
import { exactly } from "../rules/match";
import type { View } from "../rules/view";
import { dimensions } from "../timeline/split";

export type Dimension = (typeof dimensions)[number];
type Figure = "funnel" | "journey";

// What is said of sessions only, not of visits.
const ofSessions: readonly Dimension[] = ["quizVersion"];
const names = { funnel: "funnelBy", journey: "journeyBy" } as const;
const readers = { funnelBy: oneOf(dimensions), journeyBy: oneOf(dimensions) };

/** What a figure is broken down by, kept in the address; nothing while a filter leaves one value of it. */
export function useBreakdown(figure: Figure, view: View) {
  const [url, choose] = useUrlState(readers);
  const free = dimensions.filter(
    (one) => view.filters[one] === undefined && !(figure === "journey" && ofSessions.includes(one)),
  );
  const name = names[figure];
  const asked = url[name];
  const dimension = free.find((one) => one === asked);
  return {
    dimension,
    free,
    chooseDimension: (next: string) => choose({ [name]: next || undefined }, { flushSync: true }),
  };
}

/** The view of the sessions with one value. */
export const viewOf = (view: View, dimension: Dimension, value: string): View => ({
  ...view,
  filters: { ...view.filters, [dimension]: exactly(value) },
});
