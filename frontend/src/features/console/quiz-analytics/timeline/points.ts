import type { components } from "@/api/schema.gen";
import { formatClock, formatDaySpan, formatMonth, formatShortDay } from "@/lib/format";
import { isExcluding, matchOf } from "../rules/match";
import type { Unit } from "../rules/units";
import type { Comparison, Filters } from "../rules/view";
import { yearBeforeOf } from "../rules/year-before";
import type { EventMeasure } from "./event-metrics";

/** With the sessions of an event where one is drawn; null: nothing was recorded yet. */
export type Bucket = components["schemas"]["PricedBucket"] & { eventSessions?: number | null };

export const measures = [
  "totalSessions",
  "completedSessions",
  "completionRate",
  "conversionCount",
  "conversionRate",
  "bookedValue",
  "valuePerSession",
  "cost",
  "costPerBooking",
  "returnOnSpend",
] as const;
export type Measure = (typeof measures)[number] | EventMeasure;

const priced: ReadonlySet<Measure> = new Set(["cost", "costPerBooking", "returnOnSpend"]);
/** Needs the costs of campaigns, which the timeline has on request. */
export const needsCosts = (measure: Measure) => priced.has(measure);

const knownBy: ReadonlySet<string> = new Set(["utmSource", "utmCampaign"]);

/**
 * What can be drawn with these filters: costs are known by source and campaign only, and a return compares them with
 * the sessions of a source or a campaign. A cost per booking makes sense for all of them, too.
 */
export function measuresWith(filters: Filters): readonly (typeof measures)[number][] {
  const names = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const isKnown = names.every((name) => knownBy.has(name));
  const isOfSome = Object.values(filters).some((value) => value && !isExcluding(matchOf(value)));
  return measures.filter(
    (measure) => !needsCosts(measure) || (isKnown && (measure !== "returnOnSpend" || isOfSome)),
  );
}

/** The part of the sessions that a metric is a share of, percent, or an average of. */
const perSession: Partial<Record<Measure, [number: keyof Bucket, scale: number]>> = {
  completionRate: ["completedSessions", 100],
  conversionRate: ["conversionCount", 100],
  valuePerSession: ["bookedValue", 1],
  eventRate: ["eventSessions", 100],
};

/** Null for a share of no sessions, where there is no cost, for a cost of no bookings, and where nothing is recorded. */
export function measured(bucket: Bucket, measure: Measure): number | null {
  if (measure === "cost") return bucket.cost ?? null;
  if (measure === "costPerBooking") return bucket.costPerBooking ?? null;
  if (measure === "returnOnSpend") return bucket.cost ? bucket.bookedValue / bucket.cost : null;
  if (measure === "eventSessions") return bucket.eventSessions ?? null;
  if (measure === "eventRate" && bucket.eventSessions == null) return null;
  const [part, scale] = perSession[measure] ?? [];
  if (part === undefined || scale === undefined) return bucket[measure as keyof Bucket] as number;
  return bucket.totalSessions === 0 ? null : (scale * (bucket[part] as number)) / bucket.totalSessions;
}

export interface Point {
  /** Its first local day, and the hour for hourly units. */
  start: string;
  /** Its last local day. */
  lastDay: string;
  name: string;
  shortName: string;
  now: number | null;
  /** The unit is not over: the figure is partial and not compared. */
  isOpen: boolean;
  before: number | null;
  beforeName: string | undefined;
}

const dayOf = (moment: string) => moment.slice(0, 10);
// Ends are exclusive, so the last local day is that of a moment earlier. All use the company's offset.
const lastDay = ({ start, end }: Bucket) => {
  const offset = start.slice(19);
  const sign = offset.startsWith("-") ? -1 : 1;
  const shift = offset === "Z" ? 0 : sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6)));
  return new Date(Date.parse(end) - 1 + shift * 60_000).toISOString().slice(0, 10);
};

const monthOf = ({ start }: Bucket) => formatMonth(Number(start.slice(5, 7)));

function nameOf(bucket: Bucket, unit: Unit, timezone: string): string {
  if (unit === "day") return formatShortDay(dayOf(bucket.start));
  if (unit === "month") return `${monthOf(bucket)} ${bucket.start.slice(0, 4)}`;
  if (unit === "week") return formatDaySpan(dayOf(bucket.start), lastDay(bucket));
  return `${formatShortDay(dayOf(bucket.start))}, ${formatClock(Date.parse(bucket.start), timezone)}`;
}

function shortNameOf(bucket: Bucket, unit: Unit): string {
  if (unit === "hour") return `${bucket.start.slice(11, 13)}:00`;
  if (unit === "month") return monthOf(bucket);
  return formatShortDay(dayOf(bucket.start)).replace(/[ ,]*\b20\d\d\b[^\d]*$/, "");
}

interface Drawing {
  unit: Unit;
  timezone: string;
  now: number;
  compare?: Comparison;
}

/**
 * Units in the future are omitted instead of shown as zero, and so are units before the first session. The previous
 * period is aligned with this one unit by unit, a year earlier by its dates.
 */
export function pointsOf(
  buckets: readonly Bucket[],
  before: readonly Bucket[],
  measure: Measure,
  { unit, timezone, now, compare }: Drawing,
): Point[] {
  const compared = compare === "year" ? yearBeforeOf(buckets, before, unit) : before;
  const points = buckets
    .filter(({ start }) => Date.parse(start) <= now)
    .map((bucket, index) => {
      const isOpen = Date.parse(bucket.end) > now;
      const past = isOpen ? undefined : compared[index];
      const { start } = bucket;
      return {
        start: start.slice(0, unit === "hour" ? 13 : 10),
        lastDay: unit === "hour" ? dayOf(start) : lastDay(bucket),
        name: nameOf(bucket, unit, timezone),
        shortName: shortNameOf(bucket, unit),
        now: measured(bucket, measure),
        isOpen,
        before: past ? measured(past, measure) : null,
        beforeName: past && nameOf(past, unit, timezone),
        isEmpty: bucket.totalSessions === 0 && !past?.totalSessions,
      };
    });
  const first = points.findIndex(({ isEmpty }) => !isEmpty);
  const isLong = points.length > maxEmpty;
  // One empty unit is kept, so that the line starts at zero.
  return points.slice(isLong && first > 1 ? first - 1 : 0).map(({ isEmpty, ...point }) => point);
}

/** What makes a point's time the period of the page. */
export function periodOf({ start, lastDay }: Pick<Point, "start" | "lastDay">) {
  return { from: dayOf(start), to: lastDay, year: undefined, month: undefined };
}

/** With so few units, those before the first session are kept. */
const maxEmpty = 31;

export interface Mark {
  day: string;
  text: string;
}

/** Marks by the point that contains their day, grouped per point. */
export function marksAt(
  marks: readonly Mark[],
  points: readonly Point[],
): { start: string; texts: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { day, text } of marks) {
    const first = points.find(({ start }) => start.startsWith(day));
    const holder = first ?? points.filter(({ start }) => start.slice(0, 10) <= day).at(-1);
    if (!holder || day < (points[0]?.start.slice(0, 10) ?? "")) continue;
    found.set(holder.start, [...(found.get(holder.start) ?? []), text]);
  }
  return [...found].map(([start, texts]) => ({ start, texts }));
}
