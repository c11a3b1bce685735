/** Steps of a figure broken down by values, and which of them differ. Pure. */

import { verdicts } from "../compare/difference";
import type { Evidence, Share } from "../rules/change";

/** How many reached a step, and how many of these ended there. */
export interface BrokenStep {
  id: string;
  name: string;
  reached: number;
  ended: number;
}

export const share = (step: BrokenStep): Share => ({ part: step.ended, whole: step.reached });

/** All sessions without those of one value. Figures of two moments may differ by a few. */
export function others(all: BrokenStep, one: BrokenStep): Share {
  const whole = Math.max(0, all.reached - one.reached);
  return { part: Math.min(whole, Math.max(0, all.ended - one.ended)), whole };
}

/** The verdicts on all cells, judged together: each value against all other sessions, by value and step. */
export function judged(
  all: readonly BrokenStep[],
  columns: readonly (readonly BrokenStep[])[],
): Evidence[][] {
  const none = { id: "", name: "", reached: 0, ended: 0 };
  const pairs = columns.flatMap((steps) =>
    all.map((step) => {
      const one = steps.find(({ id }) => id === step.id) ?? none;
      return [share(one), others(step, one)] as const;
    }),
  );
  const found = verdicts(pairs);
  return columns.map((_, place) => found.slice(place * all.length, (place + 1) * all.length));
}
