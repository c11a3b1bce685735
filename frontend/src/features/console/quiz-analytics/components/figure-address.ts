import { parametersOf, type View } from "../rules/view";
import type { Bar } from "./looked-at";

/** The parameters of a bar among those of figures. */
export function barParameters(bar: Bar) {
  if (bar.kind === "all") return {};
  const { kind, question = "", answer } = bar;
  return { bar: kind, barQuestion: question, ...(answer === undefined ? {} : { barAnswer: answer }) };
}

/** The address of a file of a view, or of the sessions behind a bar of it. */
export function fileAddress(view: View, table: string, form: string, bar?: Bar): string {
  const query = new URLSearchParams({ table, format: form });
  const asked = { ...parametersOf(view), ...bar?.filters, ...(bar ? barParameters(bar) : {}) };
  for (const [name, value] of Object.entries(asked))
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  return `/api/quiz/analytics/export?${query}`;
}
