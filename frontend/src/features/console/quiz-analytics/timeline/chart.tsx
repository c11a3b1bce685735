import { useLingui } from "@lingui/react/macro";
import type { ChartRow, ChartSeries } from "@/components/charts/chart-frame";
import LineChart from "@/components/charts/line-chart";
import type { Comparison } from "../rules/view";
import { type Mark, marksAt, type Point } from "./points";
import { comparedTitles } from "./table";

interface Props {
  points: readonly Point[];
  marks: readonly Mark[];
  /** What is drawn, in words. */
  name: string;
  valueText: (value: number) => string;
  /** Without a period before. */
  isAlone?: boolean;
  compare?: Comparison;
  /** Pressing a point. */
  onPoint?: ((point: Point) => void) | undefined;
}

/** One metric over time, and the period before. */
export default function TimelineChart({
  points,
  marks,
  name,
  valueText,
  isAlone,
  compare = "before",
  onPoint,
}: Props) {
  const { t } = useLingui();
  const notes = new Map(marksAt(marks, points).map(({ start, texts }) => [start, texts]));
  const main: ChartSeries = { id: "now", name, color: "pine" };
  const other: ChartSeries = { id: "before", name: t(comparedTitles[compare]), color: "ridge" };
  const labels = {
    before: t`${name} over time, with the previous period behind. See the table for figures.`,
    year: t`${name} over time, with a year earlier behind. See the table for figures.`,
  };
  const label = isAlone ? t`${name} over time. See the table for figures.` : labels[compare];
  return (
    <LineChart
      label={label}
      rows={points.map((point) => rowOf(point, notes.get(point.start)))}
      series={isAlone ? [main] : [main, other]}
      axisTitle={name}
      valueText={valueText}
      isPast
      {...(onPoint && {
        onRow: ({ id }: ChartRow) => {
          const point = points.find(({ start }) => start === id);
          if (point) onPoint(point);
        },
      })}
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
