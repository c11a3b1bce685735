import {
  daysOf,
  lastOfMonth,
  type Period,
  periodFrom,
  periodParameters,
  periodReaders,
} from "@/features/console/shared/period/period";
import { oneOf, type Reader, type UrlState } from "@/lib/url-state";

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
const comparisons = ["before", "year"] as const;
type Comparison = (typeof comparisons)[number];
/** The key of the row without a value. */
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
type FilterName = (typeof filterNames)[number];
type Filters = Partial<Record<FilterName, string>>;

/** The page's state, kept in the URL so that it can be shared. Days are the company's local days. */
export interface View extends Period {
  cut: Cut;
  compare: Comparison;
  /** The question of the answer filter. */
  question: string | undefined;
  filters: Filters;
}

// A value that is too long for the server is ignored.
const short: Reader = (text) => (text.length <= 200 ? text || undefined : undefined);

export const viewReaders = {
  ...periodReaders,
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
type Address = UrlState<typeof viewReaders>;

/** The longest period of a report, in days. */
export const maxDays = 1096;

/** Selectable years: past ones, the current one and the next, which has bookings already. */
export function selectableYears(currentYear: number): number[] {
  return Array.from({ length: 5 }, (_, index) => currentYear + 1 - index);
}

/** The view of the URL, without invalid values. `today` is the company's. */
export function viewFrom(url: Address, today: string): View {
  const years = selectableYears(Number(today.slice(0, 4)));
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = url[name];
    if (value && (name !== "answer" || url.question)) filters[name] = value;
  }
  return {
    ...periodFrom(url, today, { years, maxDays }),
    cut: url.cut ?? "model",
    compare: url.compare ?? "before",
    question: url.question,
    filters,
  };
}

/** The parameters of a report. */
export function parametersOf({ cut, compare, question, filters, ...period }: View) {
  const { source, ...others } = filters;
  return {
    ...periodParameters(period),
    cut,
    compare,
    ...others,
    ...(source ? { source: source as Source } : {}),
    ...(question && (cut === "answer" || filters.answer) ? { question } : {}),
  };
}

/** The view filtered to one row, to list its rentals. */
export function viewBehind(view: View, key: string): View {
  if (view.cut !== "month") return { ...view, filters: { ...view.filters, [view.cut]: key } };
  const { from, to } = daysOf(view);
  const last = lastOfMonth(Number(key.slice(0, 4)), Number(key.slice(5)));
  const first = `${key}-01`;
  return { ...view, days: { from: first > from ? first : from, to: last < to ? last : to } };
}
