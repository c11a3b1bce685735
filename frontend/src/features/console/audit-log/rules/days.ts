import { formatMomentLongDay } from "@/lib/format";
import type { Entry } from "../api";

export interface Day {
  /** The day in the company's time zone, as one reads it: Saturday, 21 November 2026. */
  name: string;
  entries: Entry[];
}

/** The entries by day, in the order they come in. */
export function byDay(entries: Entry[], timeZone: string): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const name = formatMomentLongDay(entry.happenedAt, timeZone);
    const last = days.at(-1);
    if (last?.name === name) last.entries.push(entry);
    else days.push({ name, entries: [entry] });
  }
  return days;
}
