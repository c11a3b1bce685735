import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { ChartRow, ChartSeries } from "@/components/charts/chart-frame";
import { Skeleton } from "@/components/console/skeleton";
import { controlClass } from "@/components/ui/field";
import { useMe } from "@/features/console/shared/session";
import { oneOf, useUrlState } from "@/lib/url-state";
import { choicesQuery, timelinesQuery } from "../api";
import { Shown } from "../components/shown";
import { filterTitles, valueName } from "../rules/filter-words";
import type { View } from "../rules/view";
import type { useDrawn } from "./drawn";
import { type Point, pointsOf } from "./points";

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
export type Dimension = (typeof dimensions)[number];

const readers = { split: oneOf(dimensions) };
const colors: ChartSeries["color"][] = ["pine", "accent", "slate", "ridge", "ink"];

/** What the address says the lines are split by; nothing while a filter leaves one value of it. */
export function useSplit(view: View) {
  const [{ split }, choose] = useUrlState(readers);
  const dimension = split && view.filters[split] === undefined ? split : undefined;
  const chooseDimension = (next: string) => choose({ split: next || undefined }, { flushSync: true });
  return { dimension, chooseDimension };
}

export function SplitField({
  view,
  split: { dimension, chooseDimension },
}: {
  view: View;
  split: ReturnType<typeof useSplit>;
}) {
  const { t } = useLingui();
  return (
    <select
      aria-label={t`Split by`}
      className={controlClass("min-h-10 w-auto py-0 text-sm")}
      value={dimension ?? ""}
      onChange={({ target }) => chooseDimension(target.value)}
    >
      <option value="">{t`All sessions`}</option>
      {dimensions
        .filter((name) => view.filters[name] === undefined)
        .map((name) => (
          <option key={name} value={name}>
            {t(filterTitles[name])}
          </option>
        ))}
    </select>
  );
}

interface Props {
  view: View;
  dimension: Dimension;
  drawn: ReturnType<typeof useDrawn>;
  asTable: boolean;
}

/** One line for each of the most frequent values of a dimension. */
export function SplitTimeline({ view, dimension, drawn, asTable }: Props) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const choices = useQuery(choicesQuery(view));
  const values = (choices.data?.choices[dimension] ?? []).slice(0, colors.length).map(({ value }) => value);
  const parts = useQuery(
    timelinesQuery(
      values.map((value) => ({ ...view, filters: { ...view.filters, [dimension]: value } })),
      drawn.unit,
    ),
  );
  const query = values.length > 0 ? parts : { ...choices, data: choices.data && [] };
  return (
    <Shown query={query} height="h-[220px]">
      {(found) => {
        const lines = found.map(({ timeline, unit }) =>
          pointsOf(timeline, [], drawn.measure, { unit, timezone, now: Date.now() }),
        );
        const series = values.map((value, place) => ({
          id: `${place}`,
          name: valueName(dimension, value),
          color: colors[place] ?? "pine",
        }));
        const rows = rowsOf(lines);
        const valueText = drawn.textIn(found[0]?.currency ?? "");
        if (rows.length === 0) return <p className="py-8 text-center text-sm text-slate">{t`No data`}</p>;
        if (asTable) return <SplitTable rows={rows} series={series} valueText={valueText} />;
        return (
          <Suspense fallback={<Skeleton className="h-[220px]" />}>
            <LineChart
              areEqual
              label={t`${{ name: drawn.name }} over time by ${{ dimension: t(filterTitles[dimension]) }}. See the table for figures.`}
              rows={rows}
              series={series}
              axisTitle={drawn.name}
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

function SplitTable({ rows, series, valueText }: TableProps) {
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
