import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { ChartRow, ChartSeries } from "@/components/charts/chart-frame";
import { Skeleton } from "@/components/console/skeleton";
import { controlClass } from "@/components/ui/field";
import { useMe } from "@/features/console/shared/session";
import { oneOf, useUrlState } from "@/lib/url-state";
import { choicesQuery, questionsQuery, timelinesQuery } from "../api";
import { Shown } from "../components/shown";
import { useViewContext } from "../components/view-context";
import { filterTitles, valueName } from "../rules/filter-words";
import { exactly } from "../rules/match";
import { afterPress } from "../rules/toggle";
import { answersOf, answersText, type Filters, maxAnswers, type View } from "../rules/view";
import type { useDrawn } from "./drawn";
import { type Point, periodOf, pointsOf } from "./points";

// Without the library that draws, there is a table.
const LineChart = lazy(() => import("@/components/charts/line-chart"));

export const dimensions = [
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "device",
  "language",
  "country",
  "visitor",
  "landingPage",
  "quizVersion",
] as const;

const byQuestion = "question:";
const isDimension = oneOf(dimensions);
const readers = {
  split: (text: string) => (text.startsWith(byQuestion) ? text.slice(0, 200) : isDimension(text)),
};
export const colors: ChartSeries["color"][] = ["pine", "accent", "slate", "ridge", "ink"];

/** Questions that no answer is filtered by. */
const isFree = (view: View, questionId: string) =>
  answersOf(view.filters).length < maxAnswers &&
  !answersOf(view.filters).some((answer) => answer.startsWith(`${questionId}:`));

/**
 * What the address says the lines are split by, a dimension or a question; nothing while a filter leaves one value of
 * it. `line`: the sessions of one value.
 */
export function useSplit(view: View) {
  const [{ split = "" }, choose] = useUrlState(readers);
  const question = split.startsWith(byQuestion) ? split.slice(byQuestion.length) : undefined;
  const dimension = isDimension(split);
  const { filters } = view;
  const lineOf = (value: string): Filters =>
    question === undefined
      ? { ...filters, ...(dimension && { [dimension]: exactly(value) }) }
      : { ...filters, answer: answersText([...answersOf(filters), `${question}:${value}`]) ?? "" };
  const isSplit = question ? isFree(view, question) : dimension && filters[dimension] === undefined;
  return {
    dimension,
    question,
    value: isSplit ? split : "",
    line: isSplit ? (value: string): View => ({ ...view, filters: lineOf(value) }) : undefined,
    chooseSplit: (next: string) => choose({ split: next || undefined }, { flushSync: true }),
  };
}

type Split = ReturnType<typeof useSplit>;

export function SplitField({ view, split: { value, chooseSplit } }: { view: View; split: Split }) {
  const { t } = useLingui();
  const questions = useQuery(questionsQuery(view)).data?.answerDistribution ?? [];
  return (
    <select
      aria-label={t`Split by`}
      className={controlClass("min-h-10 w-auto max-w-44 py-0 text-sm")}
      value={value}
      onChange={({ target }) => chooseSplit(target.value)}
    >
      <option value="">{t`All sessions`}</option>
      {dimensions
        .filter((name) => view.filters[name] === undefined)
        .map((name) => (
          <option key={name} value={name}>
            {t(filterTitles[name])}
          </option>
        ))}
      <optgroup label={t`Answers to`}>
        {questions
          .filter(({ questionId }) => isFree(view, questionId))
          .map(({ questionId, questionText }) => (
            <option key={questionId} value={`${byQuestion}${questionId}`}>
              {questionText}
            </option>
          ))}
      </optgroup>
    </select>
  );
}

interface Props {
  view: View;
  split: Split;
  drawn: ReturnType<typeof useDrawn>;
  asTable: boolean;
}

/** The most frequent values of what is split by, with their names, and what it is called. */
export function useValues(view: View, { dimension, question }: Pick<Split, "dimension" | "question">) {
  const { t } = useLingui();
  const choices = useQuery({
    ...choicesQuery(view, dimension ?? "device"),
    enabled: dimension !== undefined,
  });
  const questions = useQuery({ ...questionsQuery(view), enabled: question !== undefined });
  if (dimension) {
    const found = choices.data?.choices[dimension] ?? [];
    const values = found.map(({ value }) => ({ value, name: valueName(dimension, value) }));
    return { query: choices, title: t(filterTitles[dimension]), values: values.slice(0, colors.length) };
  }
  const asked = questions.data?.answerDistribution.find(({ questionId }) => questionId === question);
  const answers = (asked?.answers ?? []).toSorted((one, other) => other.count - one.count);
  const values = answers.map(({ value, text }) => ({ value, name: text }));
  return { query: questions, title: asked?.questionText ?? "", values: values.slice(0, colors.length) };
}

/** One line for each of the most frequent values. */
export function SplitTimeline({ view, split, drawn, asTable }: Props) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const { query: found, values, title } = useValues(view, split);
  const { line, dimension, question } = split;
  const context = useViewContext();
  const choose = context?.choose;
  const filterBy = (place: string) => {
    const value = values[Number(place)]?.value;
    if (value === undefined) return;
    const pressed = dimension ? { [dimension]: value } : { answer: `${question}:${value}` };
    choose?.(afterPress(view.filters, pressed));
  };
  const parts = useQuery(timelinesQuery(line ? values.map(({ value }) => line(value)) : [], drawn));
  const query = values.length > 0 ? parts : { ...found, data: found.data && [] };
  return (
    <Shown query={query} height="h-[220px]">
      {(timelines) => {
        const lines = timelines.map(({ timeline, unit }) =>
          pointsOf(timeline, [], drawn.measure, { unit, timezone, now: Date.now() }),
        );
        const series = values.map(({ name }, place) => ({
          id: `${place}`,
          name,
          color: colors[place] ?? "pine",
        }));
        const rows = rowsOf(lines);
        const points = lines.flat();
        const onRow = ({ id }: ChartRow) => {
          const point = points.find(({ start }) => start === id);
          if (point) choose?.(periodOf(point));
        };
        const currency = timelines[0]?.currency ?? "";
        const valueText = drawn.textIn(currency);
        const name = drawn.nameIn(currency);
        if (rows.length === 0) return <p className="py-8 text-center text-sm text-slate">{t`No data`}</p>;
        if (asTable) return <SplitTable rows={rows} series={series} valueText={valueText} />;
        return (
          <Suspense fallback={<Skeleton className="h-[220px]" />}>
            <LineChart
              areEqual
              {...(choose && {
                onRow,
                onSeries: { press: filterBy, title: t`Show only these sessions` },
              })}
              label={t`${name} over time by ${{ dimension: title }}. See the table for figures.`}
              rows={rows}
              series={series}
              axisTitle={name}
              valueText={valueText}
            />
          </Suspense>
        );
      }}
    </Shown>
  );
}

/** One row for each time that any line has. Lines leave out what lies before their first session. */
export function rowsOf(lines: readonly (readonly Point[])[]): ChartRow[] {
  const rows = new Map<string, ChartRow>();
  lines.forEach((points, place) => {
    for (const { start, name, shortName, isOpen, now } of points) {
      const row = rows.get(start) ?? { id: start, name, shortName, isOpen, values: {} };
      rows.set(start, { ...row, values: { ...row.values, [place]: now } });
    }
  });
  return [...rows.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

interface TableProps {
  rows: readonly ChartRow[];
  series: readonly ChartSeries[];
  valueText: (value: number) => string;
}

export function SplitTable({ rows, series, valueText }: TableProps) {
  const { t } = useLingui();
  const text = (value: number | null | undefined) => (value == null ? "–" : valueText(value));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="h-[220px] overflow-auto" tabIndex={0} aria-label={t`Over time, as a table`}>
      <table className="tabular w-full text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 text-left font-normal">{t`Time`}</th>
            {series.map(({ id, name }) => (
              <th key={id} className="py-1 pl-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {row.isOpen ? t`${{ name: row.name }} (so far)` : row.name}
              </th>
              {series.map(({ id }) => (
                <td key={id} className="py-1 pl-3 text-right">
                  {text(row.values[id])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
