import {
  daysOf,
  lastOfMonth,
  type Period,
  periodFrom,
  periodParameters,
  periodReaders,
  twoDigits,
} from "@/features/console/shared/period/period";
import { addDays, daysBetween } from "@/lib/dates";
import type { Reader, UrlState } from "@/lib/url-state";
import { hoursOf } from "./hours";
import { isChoiceOf } from "./match";
import { viewYearBefore } from "./year-before";

/** The page's state, kept in the URL so that it can be shared. Days are the company's local days. */
export interface View extends Period {
  filters: Filters;
}

/** Sets parameters of the URL; undefined removes them. */
export type Choose = (changes: Record<string, string | undefined>) => void;

/** Common props of the page's panels. */
export interface PanelProps {
  view: View;
  onChoose: Choose;
}

export type FilterName =
  | "utmSource"
  | "utmMedium"
  | "utmCampaign"
  | "utmTerm"
  | "utmContent"
  | "landingPage"
  | "device"
  | "language"
  | "country"
  | "visitor"
  | "quizVersion"
  | "hourOfWeek"
  | "answer";
export type Filters = Partial<Record<FilterName, string>>;
/** In display order. */
export const filterNames: readonly FilterName[] = [
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
  "landingPage",
  "device",
  "language",
  "country",
  "visitor",
  "quizVersion",
  "hourOfWeek",
  "answer",
];
/** The filter value for sessions without a value. */
export const noValue = "(none)";
// Not used in any id of a question or answer.
const betweenAnswers = ";";
export const maxAnswers = 5;

/** The answer filters, each as question:value. */
export function answersOf(filters: Filters): string[] {
  return filters.answer?.split(betweenAnswers) ?? [];
}

/** The same as one URL parameter: undefined if empty, at most the server's limit. */
export function answersText(answers: readonly string[]): string | undefined {
  return [...new Set(answers)].slice(-maxAnswers).join(betweenAnswers) || undefined;
}

export const firstYear = 2023;

/** Selectable years: from 2023 to 2026, or to the current year if it is later. */
export function selectableYears(currentYear: number): number[] {
  const last = Math.max(2026, currentYear);
  return Array.from({ length: last - firstYear + 1 }, (_, index) => firstYear + index);
}

// A value that is too long for the server is ignored.
const upTo =
  (longest: number): Reader =>
  (text) =>
    text.length <= longest ? text || undefined : undefined;

const answers: Reader = (text) =>
  answersText(text.split(betweenAnswers).filter((one) => /^[^:]+:.+$/.test(one) && one.length <= 200));

export const viewReaders = {
  ...periodReaders,
  utmSource: upTo(500),
  utmMedium: upTo(500),
  utmCampaign: upTo(500),
  utmTerm: upTo(500),
  utmContent: upTo(500),
  landingPage: upTo(2048),
  device: isChoiceOf(["phone", "tablet", "desktop", "unknown"]),
  language: upTo(200),
  country: upTo(100),
  visitor: isChoiceOf(["new", "returning", noValue]),
  quizVersion: upTo(400),
  hourOfWeek: (text: string) => (hoursOf(text) ? text : undefined),
  answer: answers,
};

/** The view of the URL, without invalid values. `today` is the company's. */
export function viewFrom(url: UrlState<typeof viewReaders>, today: string): View {
  const years = selectableYears(Number(today.slice(0, 4)));
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = url[name];
    if (value) filters[name] = value;
  }
  return { ...periodFrom(url, today, { years }), filters };
}

/** The parameters of every figure. */
export function parametersOf({ filters, ...days }: View) {
  const period = periodParameters(days);
  const { answer, ...single } = filters;
  return {
    ...period,
    ...single,
    ...(answer === undefined ? {} : { answer: answersOf(filters) }),
  } as typeof period & Partial<Record<Exclude<FilterName, "answer">, string>> & { answer?: string[] };
}

/** The finished days of the view; undefined if there are none. */
export function viewOver(view: View, today: string): View | undefined {
  const { from, to } = daysOf(view);
  if (to < today) return view;
  return from < today ? { ...view, days: { from, to: addDays(today, -1) } } : undefined;
}

export const comparisons = ["before", "year"] as const;
/** before: the previous period; year: the same dates a year earlier. */
export type Comparison = (typeof comparisons)[number];

/**
 * What the view is compared with. A running period is compared with the same number of days: half a month is not a
 * decline from a whole one.
 */
export function viewBefore(view: View, today: string, compare: Comparison = "before"): View {
  const { from, to } = daysOf(view);
  const isRunning = from <= today && today < to;
  const until = isRunning ? today : to;
  if (compare === "year") return viewYearBefore({ ...view, days: { from, to: until } });
  if (view.days) {
    const length = daysBetween(from, until) + 1;
    // From a week on, weekdays are compared with the same weekdays.
    const back = length < 7 ? length : 7 * Math.ceil(length / 7);
    return { ...view, days: { from: addDays(from, -back), to: addDays(until, -back) } };
  }
  const year = view.month === undefined || view.month === 1 ? view.year - 1 : view.year;
  const month = view.month === undefined ? undefined : view.month === 1 ? 12 : view.month - 1;
  const whole = daysOf({ ...view, year, month });
  if (!isRunning) return { ...view, days: whole };
  const [monthNow, dayNow] = [Number(until.slice(5, 7)), Number(until.slice(8))];
  const lastMonth = month ?? monthNow;
  const last = `${year}-${twoDigits(lastMonth)}-${twoDigits(dayNow)}`;
  const end = lastOfMonth(year, lastMonth);
  return { ...view, days: { from: whole.from, to: last < end ? last : end } };
}

/** The filters of the view as an address has them; the period is that of each report. */
export function filtersOf(view: View): string {
  const query = new URLSearchParams();
  const { answer: _, ...single } = view.filters;
  for (const [name, value] of Object.entries(single)) query.append(name, value);
  for (const answer of answersOf(view.filters)) query.append("answer", answer);
  return query.toString();
}
