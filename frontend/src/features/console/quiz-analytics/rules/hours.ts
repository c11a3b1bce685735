/** Hours of the week as a filter: `5:14`, `1-5:9-17` or `5:0-24`, Monday being 1. Pure. */

import { formatShortWeekday } from "@/lib/format";

interface Hours {
  days: readonly [first: number, last: number];
  /** From the first until before the end. */
  hours: readonly [first: number, end: number];
}

const form = /^([1-7])(?:-([1-7]))?:(1?\d|2[0-3])(?:-([1-9]|1\d|2[0-4]))?$/;

export function hoursOf(text: string): Hours | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [first, start] = [Number(found[1]), Number(found[3])];
  const [last, end] = [Number(found[2] ?? first), Number(found[4] ?? start + 1)];
  return first <= last && start < end ? { days: [first, last], hours: [start, end] } : undefined;
}

export function isWithin(text: string | undefined, day: number, hour: number): boolean {
  const span = text === undefined ? undefined : hoursOf(text);
  if (!span) return false;
  return day >= span.days[0] && day <= span.days[1] && hour >= span.hours[0] && hour < span.hours[1];
}

export const everyDay = "1-7";
export const wholeDay = "0-24";

/** Such as "Fri 14:00 – 15:00". */
export function hoursWords(text: string): string {
  const span = hoursOf(text);
  if (!span) return text;
  const [[first, last], [start, end]] = [span.days, span.hours];
  const days = first === last ? [first] : [first, last];
  const clock = end - start === 24 ? "" : ` ${start}:00 – ${end}:00`;
  return `${days.map(formatShortWeekday).join(" – ")}${clock}`;
}
