import { type AddressState, day, oneOf, type Reader } from "@/lib/address-state";
import { addDays } from "@/lib/dates";

export const cuts = [
  "model",
  "vehicle",
  "month",
  "place",
  "source",
  "campaign",
  "affiliate",
  "answer",
] as const;
export type Cut = (typeof cuts)[number];
export const sources = ["affiliate", "campaign", "quiz", "organic", "phone", "chat", "walk_in"] as const;
export type Source = (typeof sources)[number];
export const comparisons = ["before", "year"] as const;
export type Comparison = (typeof comparisons)[number];
/** What a row without a value is known by. */
export const none = "(none)";

export const filterNames = [
  "vehicle",
  "model",
  "place",
  "source",
  "campaign",
  "affiliate",
  "answer",
] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** What the page shows, kept in the address so that a link shares it. Days are the company's local days. */
export interface View {
  year: number;
  /** 1 to 12, or undefined for the whole year. */
  month: number | undefined;
  /** Days of one's own choice, both included, in place of year and month. */
  days: { from: string; to: string } | undefined;
  cut: Cut;
  compare: Comparison;
  /** The question whose answers are meant. */
  question: string | undefined;
  filters: Filters;
}

const number: Reader = (text) => (/^\d{1,4}$/.test(text) ? text : undefined);
// One that is too long for the server counts as none.
const short: Reader = (text) => (text.length <= 200 ? text || undefined : undefined);

export const viewReaders = {
  year: number,
  month: number,
  from: day,
  to: day,
  cut: oneOf(cuts),
  compare: oneOf(comparisons),
  question: short,
  vehicle: short,
  model: short,
  place: short,
  source: oneOf(sources),
  campaign: short,
  affiliate: short,
  answer: short,
  behind: short,
  behindMonth: ((text) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined)) as Reader,
};
export type Address = AddressState<typeof viewReaders>;

/** The years that can be chosen: those behind, and the next one, for which people book already. */
export function selectableYears(currentYear: number): number[] {
  return Array.from({ length: 5 }, (_, index) => currentYear + 1 - index);
}

/** What the address asks for; what makes no sense there is left out. `today` is the company's. */
export function viewFrom(address: Address, today: string): View {
  const currentYear = Number(today.slice(0, 4));
  const year = Number(address.year);
  const month = Number(address.month);
  const { from, to = today } = address;
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = address[name];
    if (value && (name !== "answer" || address.question)) filters[name] = value;
  }
  return {
    year: selectableYears(currentYear).includes(year) ? year : currentYear,
    month: month >= 1 && month <= 12 ? month : undefined,
    days: from && from >= "2000-01-01" && from <= to && to <= addDays(from, 1096) ? { from, to } : undefined,
    cut: address.cut ?? "model",
    compare: address.compare ?? "before",
    question: address.question,
    filters,
  };
}

/** The parameters of a report. */
export function parametersOf({ year, month, days, cut, compare, question, filters }: View) {
  const period = days ?? { year, ...(month === undefined ? {} : { month }) };
  const { source, ...others } = filters;
  return {
    ...period,
    cut,
    compare,
    ...others,
    ...(source ? { source: source as Source } : {}),
    ...(question && (cut === "answer" || filters.answer) ? { question } : {}),
  };
}

/** The view of one row alone: what is behind its figures. */
export function viewBehind(view: View, key: string): View {
  if (view.cut !== "month") return { ...view, filters: { ...view.filters, [view.cut]: key } };
  const { from, to } = daysOf(view);
  const last = lastOfMonth(Number(key.slice(0, 4)), Number(key.slice(5)));
  const first = `${key}-01`;
  return { ...view, days: { from: first > from ? first : from, to: last < to ? last : to } };
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

function lastOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** First and last day of the view. */
export function daysOf({ year, month, days }: View): { from: string; to: string } {
  if (days) return days;
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  return { from: `${year}-${twoDigits(month)}-01`, to: lastOfMonth(year, month) };
}
