/** The same dates a year earlier. Weekdays differ by one or two days. */

import { daysOf, type Period } from "@/features/console/shared/period/period";
import { daysBetween } from "@/lib/dates";

/** With its year one less, even where there is no such day: 29 February. */
const written = (moment: string) => `${Number(moment.slice(0, 4)) - 1}${moment.slice(4)}`;

/** A day (yyyy-mm-dd) a year earlier; of 29 February the 28th. */
export const yearEarlier = (day: string) => written(day.replace(/-02-29$/, "-02-28"));

/** All dates of the view a year earlier. */
export function viewYearBefore<View extends Period>(view: View): View {
  const { from, to } = daysOf(view);
  return { ...view, days: { from: yearEarlier(from), to: yearEarlier(to) } };
}

interface Span {
  start: string;
  end: string;
}

const keyLengths = { hour: 13, day: 10, month: 7 };
const dayOf = (moment: string) => moment.slice(0, 10);

/**
 * Of each span of local time the one of `before` with the same dates a year earlier; of a week, the one that shares
 * most of its dates. Undefined where there is none.
 */
export function yearBeforeOf<S extends Span>(
  spans: readonly S[],
  before: readonly S[],
  unit: keyof typeof keyLengths | "week",
): (S | undefined)[] {
  if (unit === "week") {
    const past = before.map((span) => ({ span, days: [dayOf(span.start), dayOf(span.end)] as const }));
    return spans.map(({ start, end }) => {
      const [first, last] = [yearEarlier(dayOf(start)), yearEarlier(dayOf(end))];
      const shared = past.map(({ span, days: [from, until] }) => {
        const common = daysBetween(from > first ? from : first, until < last ? until : last);
        return { span, common };
      });
      const most = shared.reduce((one, other) => (other.common > one.common ? other : one), {
        span: undefined,
        common: 0,
      } as { span: S | undefined; common: number });
      return most.span;
    });
  }
  const length = keyLengths[unit];
  const past = new Map(before.map((span) => [span.start.slice(0, length), span]));
  return spans.map(({ start }) => past.get(written(start).slice(0, length)));
}
