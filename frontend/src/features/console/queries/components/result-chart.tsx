import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import type { QueryChart, QueryResult } from "../api";
import { chartRows, isNumeric, maxChartRows, textOf } from "../rules/result";

const BarChart = lazy(() => import("@/components/charts/bar-chart"));
const LineChart = lazy(() => import("@/components/charts/line-chart"));

interface Props {
  result: QueryResult;
  /** Null: hidden. */
  chart: QueryChart | null;
  suggested: QueryChart;
  onChart: (chart: QueryChart | null) => void;
}

/** One column of the result over another one. */
export function ResultChart({ result, chart, suggested, onChart }: Props) {
  const { t } = useLingui();
  if (!chart)
    return (
      <div>
        <Button look="quiet" className="min-h-11 px-4 text-sm" onClick={() => onChart(suggested)}>
          <Trans>Show chart</Trans>
        </Button>
      </div>
    );
  const Chart = chart.kind === "line" ? LineChart : BarChart;
  const names = result.columns.map(({ name }) => name);
  const numbers = result.columns.filter(({ type }) => isNumeric(type)).map(({ name }) => name);
  return (
    <div className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          label={t`Chart`}
          value={chart.kind}
          onChange={(event) => onChart({ ...chart, kind: event.target.value === "line" ? "line" : "bar" })}
        >
          <option value="bar">{t`Bars`}</option>
          <option value="line">{t`Line`}</option>
        </SelectField>
        <SelectField
          label={t`Horizontal axis`}
          value={chart.x}
          onChange={(event) => onChart({ ...chart, x: event.target.value })}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField
          label={t`Vertical axis`}
          value={chart.y}
          onChange={(event) => onChart({ ...chart, y: event.target.value })}
        >
          {numbers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Button look="plain" className="min-h-11 text-sm" onClick={() => onChart(null)}>
          <Trans>Hide chart</Trans>
        </Button>
      </div>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <Chart
          label={t`${{ y: chart.y }} by ${{ x: chart.x }}`}
          axisTitle={chart.y}
          rows={chartRows(result, chart)}
          series={[{ id: "y", name: chart.y, color: "pine" }]}
          valueText={textOf}
        />
      </Suspense>
      {result.rowCount > maxChartRows && (
        <p className="mt-2 text-xs text-muted">{t`The chart shows the first ${{ count: maxChartRows }} rows.`}</p>
      )}
    </div>
  );
}
