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
  /** On which no rental can be under way. */
  taken: ReadonlySet<string>;
}

/** Further ahead no one's calendar leads. */
export const maxDaysAhead = 730;

const isEnding = ({ from, to }: Range) => from !== "" && to === "";

/** What a press on a day makes of the range: its beginning, or its end; one before the beginning begins again. */
export function nextRange(range: Range, day: string): Range {
  return isEnding(range) && day > range.from ? { ...range, to: day } : { from: day, to: "" };
}

/** Whether a press on a day makes something of the range that can be rented, as far as the calendar knows. */
export function canPress(day: string, range: Range, limits: DayLimits): boolean {
  if (!isEnding(range) || day < range.from) return canBegin(day, limits);
  const days = daysBetween(range.from, day);
  return days >= limits.minimumDays && day <= latestEnd(range.from, limits);
}

function canBegin(day: string, { today, taken }: DayLimits): boolean {
  return day >= today && day <= addDays(today, maxDaysAhead) && !taken.has(day);
}

/** The last day of return for a beginning: the morning of the first day that is taken, or the longest rental's end. */
export function latestEnd(from: string, { maxDays, taken }: DayLimits): string {
  const last = addDays(from, maxDays);
  return [...taken].filter((day) => day >= from && day < last).sort()[0] ?? last;
}

/** To and from a date of the calendar's library, which is in the visitor's time zone. */
export function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

export function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
