import { useLingui } from "@lingui/react/macro";
import type { ChartRow, ChartSeries } from "@/components/charts/chart-frame";
import LineChart from "@/components/charts/line-chart";
import { type Mark, marksAt, type Point } from "./points";

interface Props {
  points: readonly Point[];
  marks: readonly Mark[];
  /** What is drawn, in words. */
  name: string;
  valueText: (value: number) => string;
  /** Without a period before. */
  isAlone?: boolean;
}

/** One metric over time, and the period before. */
export default function TimelineChart({ points, marks, name, valueText, isAlone }: Props) {
  const { t } = useLingui();
  const notes = new Map(marksAt(marks, points).map(({ start, texts }) => [start, texts]));
  const main: ChartSeries = { id: "now", name, color: "pine" };
  const other: ChartSeries = { id: "before", name: t`Previous period`, color: "ridge" };
  const label = isAlone
    ? t`${name} over time. See the table for figures.`
    : t`${name} over time, with the previous period behind. See the table for figures.`;
  return (
    <LineChart
      label={label}
      rows={points.map((point) => rowOf(point, notes.get(point.start)))}
      series={isAlone ? [main] : [main, other]}
      axisTitle={name}
      valueText={valueText}
      isPast
    />
  );
}

function rowOf({ start, now, before, beforeName, ...point }: Point, notes: string[] = []): ChartRow {
  return {
    ...point,
    id: start,
    values: { now, before },
    names: beforeName ? { before: beforeName } : {},
    notes,
  };
}
