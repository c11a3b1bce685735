import { addDays } from "@/lib/dates";
import { formatDaySpan } from "@/lib/format";
import { day, type Reader, type UrlState } from "@/lib/url-state";

/** The period of the figures, kept in the URL. Days are the company's local days. */
export interface Period {
  year: number;
  /** 1 to 12, or undefined for the whole year. */
  month: number | undefined;
  /** 1 to 4, instead of a month. */
  quarter?: number | undefined;
  /** A custom range, both days included, instead of year and month. */
  days: DaySpan | undefined;
}

/** First and last day, both included, as yyyy-mm-dd. */
export interface DaySpan {
  from: string;
  to: string;
}

const number: Reader = (text) => (/^\d{1,4}$/.test(text) ? text : undefined);

/** Parsers of a period's URL parameters. */
export const periodReaders = { year: number, month: number, quarter: number, from: day, to: day };

interface Limits {
  /** The selectable years. */
  years: readonly number[];
  /** The longest custom range. */
  maxDays?: number;
}

/** The period of the URL; by default this year. `today` is the company's. */
export function periodFrom(
  parameters: UrlState<typeof periodReaders>,
  today: string,
  { years, maxDays = Number.POSITIVE_INFINITY }: Limits,
): Period {
  const year = Number(parameters.year);
  const month = Number(parameters.month);
  const quarter = Number(parameters.quarter);
  const { from, to = today } = parameters;
  const isSpan =
    from && from >= "2000-01-01" && from <= to && (maxDays === Infinity || to <= addDays(from, maxDays));
  return {
    year: years.includes(year) ? year : Number(today.slice(0, 4)),
    month: month >= 1 && month <= 12 ? month : undefined,
    quarter: !(month >= 1 && month <= 12) && quarter >= 1 && quarter <= 4 ? quarter : undefined,
    days: isSpan ? { from, to } : undefined,
  };
}

/** The request parameters of a period. */
export function periodParameters(period: Period) {
  const { year, month, days } = period;
  if (days || period.quarter !== undefined) return daysOf(period);
  return { year, ...(month === undefined ? {} : { month }) };
}

/** First and last day of a period. */
export function daysOf({ year, month, quarter, days }: Period): DaySpan {
  if (days) return days;
  if (quarter !== undefined) {
    return { from: `${year}-${twoDigits(3 * quarter - 2)}-01`, to: lastOfMonth(year, 3 * quarter) };
  }
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  return { from: `${year}-${twoDigits(month)}-01`, to: lastOfMonth(year, month) };
}

/** Frequently used ranges, up to today. */
export const presets = ["today", "last7", "last28", "last90", "thisMonth", "yearToDate"] as const;
export type Preset = (typeof presets)[number];

const daysBack = { today: 0, last7: 6, last28: 27, last90: 89 };

export function daysOfPreset(preset: Preset, today: string): DaySpan {
  if (preset === "yearToDate") return { from: `${today.slice(0, 4)}-01-01`, to: today };
  if (preset === "thisMonth") return { from: `${today.slice(0, 7)}-01`, to: today };
  return { from: addDays(today, -daysBack[preset]), to: today };
}

/** The preset with these days; undefined for others. In the first days of a year, the shorter one. */
export function presetOf({ from, to }: DaySpan, today: string): Preset | undefined {
  return presets.find((preset) => {
    const days = daysOfPreset(preset, today);
    return days.from === from && days.to === to;
  });
}

/** The range with another first day; moves the last one if it would be earlier. */
export function startingOn({ to }: DaySpan, from: string): DaySpan {
  return { from, to: from > to ? from : to };
}

/** The range with another last day; moves the first one if it would be later. */
export function endingOn({ from }: DaySpan, to: string): DaySpan {
  return { from: from > to ? to : from, to };
}

export const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The last day of a month, 1 to 12. */
export function lastOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** A formatted range, such as 1–21 Oct 2026. */
export function formatSpan({ from, to }: DaySpan): string {
  return formatDaySpan(from, to);
}
