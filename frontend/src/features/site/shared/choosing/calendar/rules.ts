import { addDays, daysBetween } from "@/lib/dates";

/** Days of pickup and return as yyyy-mm-dd; empty where not chosen. */
export interface Range {
  from: string;
  to: string;
}

export interface DayLimits {
  today: string;
  minimumDays: number;
  maxDays: number;
  /** Days on which no rental is possible. */
  taken: ReadonlySet<string>;
}

/** The calendar's maximum number of days ahead. */
const maxDaysAhead = 730;

const isEnding = ({ from, to }: Range) => from !== "" && to === "";

/** The range after a press on a day: sets its start, or its end; a day before the start sets a new start. */
export function nextRange(range: Range, day: string): Range {
  return isEnding(range) && day > range.from ? { ...range, to: day } : { from: day, to: "" };
}

/** Whether a press on a day results in a valid range, as far as the calendar knows. */
export function canPress(day: string, range: Range, limits: DayLimits): boolean {
  if (!isEnding(range) || day < range.from) return canBegin(day, limits);
  const days = daysBetween(range.from, day);
  return days >= limits.minimumDays && day <= latestEnd(range.from, limits);
}

function canBegin(day: string, { today, taken }: DayLimits): boolean {
  return day >= today && day <= addDays(today, maxDaysAhead) && !taken.has(day);
}

/** The last return day for a start: the morning of the first taken day, or the end of the longest rental. */
export function latestEnd(from: string, { maxDays, taken }: DayLimits): string {
  const last = addDays(from, maxDays);
  return [...taken].filter((day) => day >= from && day < last).sort()[0] ?? last;
}

/** Converts to and from the calendar library's dates, which are in the visitor's time zone. */
export function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

export function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
