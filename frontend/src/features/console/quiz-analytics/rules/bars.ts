import type { components } from "@/api/schema.gen";
import { parametersOf, type View } from "./view";

export type SessionBehind = components["schemas"]["SessionBehind"];

/** A bar of a figure: the sessions with an answer, those that stopped at a question, or all of a view. */
export interface Bar {
  kind: "answer" | "reached" | "dropped" | "all";
  question?: string;
  answer?: string;
  /** In words, for the head of the list. */
  title: string;
  /** What narrows the view beyond the bar, such as a campaign. */
  filters?: Partial<Record<"utmSource" | "utmMedium" | "utmCampaign", string>>;
  /** Instead of all: the quiz sessions of visits at a step of an own funnel. */
  funnel?: FunnelPart;
}

/** Visits that reached the step at a place, from 0; or were lost before it. */
interface FunnelPart {
  step: string[];
  inOrder: boolean;
  at: number;
  lost: boolean;
}

/** The parameters of a bar among those of figures. */
export function barParameters(bar: Bar) {
  if (bar.kind === "all") return {};
  const { kind, question = "", answer } = bar;
  return { bar: kind, barQuestion: question, ...(answer === undefined ? {} : { barAnswer: answer }) };
}

/** The address of a file of a view, or of the sessions behind a bar of it. */
export function fileUrl(view: View, table: string, form: string, bar?: Bar): string {
  const query = new URLSearchParams({ table, format: form });
  const asked = { ...parametersOf(view), ...bar?.filters, ...(bar ? barParameters(bar) : {}) };
  for (const [name, value] of Object.entries(asked))
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  return `/api/quiz/analytics/export?${query}`;
}
