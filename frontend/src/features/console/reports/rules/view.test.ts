import { expect, it } from "vitest";
import { readUrl } from "@/lib/url-state";
import { parametersOf, viewBehind, viewFrom, viewReaders } from "./view";

const view = (text: string) => viewFrom(readUrl(text, viewReaders), "2026-11-21");
const usual = { cut: "model", compare: "before" };

it.each<[string, object]>([
  ["", { year: 2026, ...usual }],
  ["year=2025&month=02", { year: 2025, month: 2, ...usual }],
  ["year=1999&month=13&cut=weather&source=rumour", { year: 2026, ...usual }],
  ["from=2026-10-01&to=2026-10-07", { from: "2026-10-01", to: "2026-10-07", ...usual }],
  ["from=2020-10-01&to=2026-10-07", { year: 2026, ...usual }],
  ["cut=vehicle&compare=year&place=batumi", { year: 2026, cut: "vehicle", compare: "year", place: "batumi" }],
  ["answer=hiking", { year: 2026, ...usual }],
  ["question=q1", { year: 2026, ...usual }],
  ["question=q1&answer=hiking", { year: 2026, ...usual, question: "q1", answer: "hiking" }],
  ["question=q1&cut=answer", { year: 2026, compare: "before", cut: "answer", question: "q1" }],
])("asks with %s", (text, parameters) => expect(parametersOf(view(text))).toEqual(parameters));

it.each<[string, string, object]>([
  ["cut=vehicle&place=batumi", "v1", { year: 2026, place: "batumi", vehicle: "v1" }],
  ["cut=source&month=6", "quiz", { year: 2026, month: 6, source: "quiz" }],
  ["cut=month", "2026-02", { from: "2026-02-01", to: "2026-02-28" }],
  ["cut=month&from=2026-02-10&to=2026-03-05", "2026-02", { from: "2026-02-10", to: "2026-02-28" }],
  ["cut=month&from=2026-02-10&to=2026-03-05", "2026-03", { from: "2026-03-01", to: "2026-03-05" }],
])("behind a row of %s is that row alone", (text, key, parameters) => {
  const { cut: _, compare: __, ...asked } = parametersOf(viewBehind(view(text), key));
  expect(asked).toEqual(parameters);
});
