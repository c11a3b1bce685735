/** New dates of what stands in the calendar, in whole days by the company's clocks. */

import { addDays, momentIn, nowIn } from "@/lib/dates";
import type { Bar } from "./api";
import type { Period } from "./rules";

/** What of a bar is moved: all of it, or one of its ends. */
export type Part = "all" | "start" | "end";

function shifted(moment: string, days: number, timeZone: string): string {
  const wall = nowIn(timeZone, new Date(moment));
  return momentIn(timeZone, `${addDays(wall.slice(0, 10), days)}T${wall.slice(11)}`);
}

/** The period of a bar some days later (or earlier); null where its end would come before its beginning. */
export function shiftedPeriod(bar: Bar, part: Part, days: number, timeZone: string): Period | null {
  const startsAt = part === "end" ? bar.startsAt : shifted(bar.startsAt, days, timeZone);
  const endsAt = part === "start" ? bar.endsAt : shifted(bar.endsAt, days, timeZone);
  return Date.parse(startsAt) < Date.parse(endsAt) ? { startsAt, endsAt } : null;
}

/** Which parts of a bar can get other dates: a customer who has the car can only bring it back another day. */
export function datedParts(bar: Bar): readonly Part[] {
  if (bar.kind !== "booking") return ["all", "start", "end"];
  if (bar.status === "active") return ["end"];
  return bar.status === "pending" || bar.status === "confirmed" ? ["all", "start", "end"] : [];
}

/** The query of the page on which a booking's dates change, with the price as agreed beside a fresh one. */
export function changeQuery({ startsAt, endsAt }: Period, timeZone: string): string {
  const [from, until] = [startsAt, endsAt].map((moment) => nowIn(timeZone, new Date(moment)).slice(0, 10));
  return new URLSearchParams({ pickupDate: from ?? "", returnDate: until ?? "" }).toString();
}

/** Whole days from one place of a row to another, as days of the period: 2.4 and 5.1 are the third to the sixth. */
export function daysBetweenPlaces(one: number, other: number, first: string) {
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  return {
    from: `${addDays(first, Math.floor(from))}T00:00`,
    until: `${addDays(first, Math.ceil(to))}T00:00`,
  };
}
