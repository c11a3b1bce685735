import type { Place } from "@/lib/site-config";

type Hours = Place["openingHours"];

interface HoursLine {
  /** Weekdays, Monday is 1. */
  from: number;
  to: number;
  /** Each as opens and closes; none: closed. */
  times: { opens: string; closes: string }[];
}

const week = [1, 2, 3, 4, 5, 6, 7];

/** The hours of a week, days in a row with the same hours in one line. Nothing for a place that is always open. */
export function hoursLines(hours: Hours): HoursLine[] {
  if (hours.length === 0) return [];
  const lines: HoursLine[] = [];
  for (const day of week) {
    const times = hours
      .filter(({ weekday }) => weekday === day)
      .map(({ opens, closes }) => ({ opens, closes }))
      .sort((one, other) => one.opens.localeCompare(other.opens));
    const before = lines.at(-1);
    if (before && JSON.stringify(before.times) === JSON.stringify(times)) before.to = day;
    else lines.push({ from: day, to: day, times });
  }
  return lines;
}
