/** New dates of calendar entries, in whole days of the company's time zone. */

import { addDays, momentIn, nowIn } from "@/lib/dates";
import type { Bar } from "./api";
import { type Period, position } from "./rules";

/** The moved part of a bar: all of it, or one of its ends. */
export type Part = "all" | "start" | "end";

function shifted(moment: string, days: number, timeZone: string): string {
  const wall = nowIn(timeZone, new Date(moment));
  return momentIn(timeZone, `${addDays(wall.slice(0, 10), days)}T${wall.slice(11)}`);
}

/** A bar's period moved by some days; null where its end would be before its start. */
export function shiftedPeriod(bar: Bar, part: Part, days: number, timeZone: string): Period | null {
  const startsAt = part === "end" ? bar.startsAt : shifted(bar.startsAt, days, timeZone);
  const endsAt = part === "start" ? bar.endsAt : shifted(bar.endsAt, days, timeZone);
  return Date.parse(startsAt) < Date.parse(endsAt) ? { startsAt, endsAt } : null;
}

/** Which parts of a bar can be moved: with the car handed over, only the return; nothing of an imported calendar. */
export function datedParts(bar: Bar): readonly Part[] {
  if (bar.isImported) return [];
  if (bar.kind !== "booking") return ["all", "start", "end"];
  if (bar.status === "active") return ["end"];
  return bar.status === "pending" || bar.status === "confirmed" ? ["all", "start", "end"] : [];
}

/** The query of the page where a booking's dates are changed, with the agreed price beside a new one. */
export function changeQuery({ startsAt, endsAt }: Period, timeZone: string): string {
  const [from, until] = [startsAt, endsAt].map((moment) => nowIn(timeZone, new Date(moment)).slice(0, 10));
  return new URLSearchParams({ pickupDate: from ?? "", returnDate: until ?? "" }).toString();
}

/**
 * The whole days between two positions of a row (2.4 to 5.1 are the third to the sixth day), as far as the vehicle is
 * free around the first of them.
 */
export function freeStretch(
  one: number,
  other: number,
  bars: readonly Bar[],
  period: { first: string; timeZone: string },
) {
  const { first, timeZone } = period;
  const wall = (moment: string) => nowIn(timeZone, new Date(moment));
  const place = (moment: string) => position(moment, first, timeZone);
  let from = `${addDays(first, Math.floor(Math.min(one, other)))}T00:00`;
  let until = `${addDays(first, Math.ceil(Math.max(one, other)))}T00:00`;
  for (const { startsAt, blockedUntil } of bars) {
    if (place(blockedUntil) <= one && wall(blockedUntil) > from) from = wall(blockedUntil);
    if (place(startsAt) >= one && wall(startsAt) < until) until = wall(startsAt);
  }
  return { from, until };
}
