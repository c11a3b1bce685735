/**
 * Dates, times, numbers and money in the format of the active language. Moments are ISO 8601; dates are yyyy-mm-dd
 * and times are wall time, both without a zone; amounts are in whole units of their currency.
 */
import { plural, t } from "@lingui/core/macro";
import { activeLanguageData, activeLocale, otherRegions } from "./i18n";
import { type Dates, type Numbers, otherDates, otherNumbers } from "./other-formats";
import { siteConfig } from "./site-config";

type Format = Dates | Numbers;

const formats = new Map<string, Format | Intl.DisplayNames>();

function dates(options: Intl.DateTimeFormatOptions): Dates {
  return kept("date", options, () => {
    const data = activeLanguageData();
    return data ? otherDates(data, options) : new Intl.DateTimeFormat(activeLocale(), options);
  });
}

function numbers(options: Intl.NumberFormatOptions): Numbers {
  return kept("number", options, () => {
    const data = activeLanguageData();
    return data ? otherNumbers(data, options) : new Intl.NumberFormat(activeLocale(), options);
  });
}

function currencyNames(): Intl.DisplayNames {
  return kept("currency", {}, () => new Intl.DisplayNames(activeLocale(), { type: "currency" }));
}

/** Formats are expensive to create and cheap to use, and lists use the same few. */
function kept<T extends Format | Intl.DisplayNames>(kind: string, options: object, make: () => T): T {
  const name = `${kind} ${activeLocale()} ${JSON.stringify(options)}`;
  const format = (formats.get(name) as T | undefined) ?? make();
  formats.set(name, format);
  return format;
}

const asUtc = (date: string) => new Date(`${date}T00:00:00Z`);
const zone = () => siteConfig().tenant.timezone;

/** A date in short, such as Tue 7 Jul. */
export function formatDate(date: string): string {
  return dates({ weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(asUtc(date));
}

/** A date in full, such as Tue 7 July 2026. */
export function formatDay(date: string): string {
  const format = dates({ weekday: "short", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const text = format.format(asUtc(date));
  return activeLocale().startsWith("en") ? text.replace(",", "") : text;
}

/** A moment's day and time in the company's time zone, such as 1 Jul 2026, 09:00. */
export function formatMoment(moment: string, timeZone = zone()): string {
  return dates({
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(moment));
}

/** A moment without its year, such as Wed 1 Jul, 09:00: for lists. */
export function formatShortMoment(moment: string, timeZone = zone()): string {
  return dates({
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(moment));
}

/** The name of a moment's time zone, for the company's zone: Georgia Time. */
export function formatZone(moment: string, timeZone = zone()): string {
  // Falls back to English in a language that the browser does not support.
  const format = new Intl.DateTimeFormat([activeLocale(), "en"], { timeZoneName: "shortGeneric", timeZone });
  const parts = format.formatToParts(new Date(moment));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** A short moment with its zone, for readers in other time zones: Wed 1 Jul, 09:00 GMT+4. */
export function formatZonedMoment(moment: string, timeZone = zone()): string {
  return dates({
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(new Date(moment));
}

/** A moment's day alone, such as 1 Jul 2026. */
export function formatMomentDay(moment: string, timeZone = zone()): string {
  return dates({ dateStyle: "medium", timeZone }).format(new Date(moment));
}

/** A time of the day, such as 09:00. */
export function formatTime(moment: string, timeZone = zone()): string {
  return dates({ timeStyle: "short", timeZone }).format(new Date(moment));
}

/** A time of the day to the second, such as 09:00:30; the moment in milliseconds since 1970. */
export function formatClock(milliseconds: number, timeZone = zone()): string {
  return dates({ timeStyle: "medium", timeZone }).format(milliseconds);
}

/** A number with at most this many decimals: 1,200. */
export function formatNumber(value: number, digits = 0): string {
  return numbers({ maximumFractionDigits: digits }).format(value);
}

/** A share in percent, given as 12.5: 12.5%. */
export function formatPercent(value: number, digits = 1): string {
  return numbers({ style: "percent", maximumFractionDigits: digits }).format(value / 100);
}

/** An amount, by default in the company's currency: €485, or €57.50 when there are cents. */
export function formatMoney(amount: number, currency = siteConfig().tenant.currency): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const format = numbers({
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // In Russian, browsers use the old letter symbol of the lari.
  return format.format(amount).replace("ლ", "₾");
}

/** A date alone, such as 1 Jun 2026. */
export function formatPlainDay(date: string): string {
  return dates({ dateStyle: "medium", timeZone: "UTC" }).format(asUtc(date));
}

/** The name of a currency: US Dollar. */
export function formatCurrencyName(currency: string): string {
  const known = activeLanguageData()?.currencies[currency];
  return known ?? currencyNames().of(currency) ?? currency;
}

/** A price per day: €10 / day. */
export function perDay(price: string): string {
  return t`${price} / day`;
}

/** The time until a moment: 3 h 20 min, 12 min, or null when it has passed. */
export function timeLeft(until: string, now: Date): string | null {
  const minutes = Math.ceil((Date.parse(until) - now.getTime()) / 60_000);
  return minutes <= 0 ? null : formatDuration(minutes);
}

/** A duration in minutes: 3 h 20 min, 12 min. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t`${rest} min`;
  return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`;
}

/** Days of a rental: 1 day, 7 days. */
export function formatDays(days: number): string {
  return plural(days, { one: "# day", other: "# days" });
}

/** The first day of the week: 1 is Monday, 7 Sunday. */
export function firstDayOfWeek(): number {
  const locale = new Intl.Locale(activeLocale()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** Countries' names, by their ISO 3166 codes. */
export async function loadRegionNames(): Promise<(region: string) => string> {
  const known = await otherRegions();
  const browsers = new Intl.DisplayNames(activeLocale(), { type: "region" });
  return (region) => known?.[region] ?? browsers.of(region) ?? region;
}

/** Compares two texts in alphabetical order. */
export function compareTexts(first: string, second: string): number {
  return first.localeCompare(second, activeLocale());
}

/** A number with exactly this many decimals: 1.0. */
export function formatFixed(value: number, digits = 1): string {
  return numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A measured percentage, given as 12.04, with exactly one decimal: 12.0%. */
export function formatRate(value: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return numbers({ style: "percent", ...digits }).format(value / 100);
}

/** A moment's day and time to the second, such as 1 Jul 2026, 09:00:30; the moment in milliseconds since 1970. */
export function formatExactMoment(milliseconds: number, timeZone = zone()): string {
  return dates({ dateStyle: "medium", timeStyle: "medium", timeZone }).format(milliseconds);
}

/** A date with its year, in short, such as 1 Jul 2026. */
export function formatShortDay(date: string): string {
  return dates({ dateStyle: "medium", timeZone: "UTC" }).format(asUtc(date));
}

/** A date range, such as 1–21 Oct 2026, or a single day. */
export function formatDaySpan(from: string, to: string): string {
  const format = dates({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  if (from === to) return format.format(asUtc(from));
  return format.formatRange(asUtc(from), asUtc(to)).replace(/\s*–\s*/, "–");
}

/** A month's name on its own; 1 is January. */
export function formatMonth(month: number): string {
  return dates({ month: "long", timeZone: "UTC" }).format(Date.UTC(2024, month - 1, 1));
}

/** A weekday's name; 1 is Monday. */
export function formatWeekday(weekday: number): string {
  return dates({ weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, weekday));
}

/** A weekday's name in short; 1 is Monday. */
export function formatShortWeekday(weekday: number): string {
  return dates({ weekday: "short", timeZone: "UTC" }).format(Date.UTC(2024, 0, weekday));
}
