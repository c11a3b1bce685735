/**
 * Dates and numbers in a language that the browser's Intl does not support: Chromium has no Georgian, and would write
 * "Tue 7 Jul" between Georgian words. The order of parts is that of en-GB, day before month and 24 hours; names and
 * symbols come from the Unicode data (build/languages.ts).
 */
export interface LanguageData {
  /** In order of preference; English is the fallback. */
  months: { long: string[]; short: string[] };
  /** Starting with Sunday. */
  weekdays: { long: string[]; short: string[] };
  decimal: string;
  group: string;
  /** Minimum number of digits before the first thousands separator. */
  groupedFrom: number;
  /** Whether a currency's symbol follows the amount. */
  isCurrencyLast: boolean;
  percent: string;
  /** Names by their ISO 4217 codes. */
  currencies: Record<string, string>;
}

const base = "en-GB";

/** English words and their replacements, by style: "May" is both long and short. */
function wordsOf(
  { months, weekdays }: LanguageData,
  options: Intl.DateTimeFormatOptions,
): Map<string, string> {
  const words = new Map<string, string>();
  const month = options.month === "short" || options.dateStyle === "medium" ? "short" : "long";
  const weekday = options.weekday === "short" ? "short" : "long";
  const monthName = new Intl.DateTimeFormat(base, { month, timeZone: "UTC" });
  months[month].forEach((name, at) => void words.set(monthName.format(Date.UTC(2024, at, 1)), name));
  const weekdayName = new Intl.DateTimeFormat(base, { weekday, timeZone: "UTC" });
  // 7 January 2024 was a Sunday.
  weekdays[weekday].forEach(
    (name, at) => void words.set(weekdayName.format(Date.UTC(2024, 0, 7 + at)), name),
  );
  return words;
}

export type Dates = Pick<Intl.DateTimeFormat, "format" | "formatRange">;
export type Numbers = Pick<Intl.NumberFormat, "format">;

export function otherDates(data: LanguageData, options: Intl.DateTimeFormatOptions): Dates {
  const english = new Intl.DateTimeFormat(base, options);
  const words = wordsOf(data, options);
  const localized = (parts: { value: string }[]) =>
    parts.map(({ value }) => words.get(value) ?? value).join("");
  return {
    format: (date) => localized(english.formatToParts(date)),
    formatRange: (start, end) => localized(english.formatRangeToParts(start, end)),
  };
}

export function otherNumbers(data: LanguageData, options: Intl.NumberFormatOptions): Numbers {
  const english = new Intl.NumberFormat(base, options);
  const localized = (value: number | bigint) => {
    const parts = english.formatToParts(value);
    const whole = parts.filter(({ type }) => type === "integer").map((part) => part.value);
    const group = whole.join("").length < data.groupedFrom ? "" : data.group;
    const signs: Record<string, string> = { decimal: data.decimal, group };
    const number = parts
      .filter(({ type }) => !["currency", "percentSign", "literal"].includes(type))
      .map((part) => signs[part.type] ?? part.value)
      .join("");
    const currency = parts.find(({ type }) => type === "currency")?.value;
    if (currency) return data.isCurrencyLast ? `${number}\u00a0${currency}` : currency + number;
    return options.style === "percent" ? data.percent.replace("0", number) : number;
  };
  return { format: (value) => localized(typeof value === "string" ? Number(value) : value) };
}
