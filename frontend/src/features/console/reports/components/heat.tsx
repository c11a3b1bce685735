import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { HeatMap } from "@/components/charts/heat-map";
import { formatMonth, formatRate } from "@/lib/format";
import { none } from "../rules/view";
import { monthName } from "../rules/words";

/** Occupancy of each model in each month. */
export function Heat({ report }: { report: components["schemas"]["ReportResponse"] }) {
  const { t } = useLingui();
  const cells = new Map(report.monthsOfModels.map((cell) => [`${cell.key} ${cell.month}`, cell.occupancy]));
  const models = report.rows.filter(({ key, availableDays }) => key !== none && availableDays > 0);
  return (
    <HeatMap
      label={t`Occupancy of each model by month`}
      rowTitle={t`Model`}
      rows={models.map(({ key, label }) => ({ id: key, name: label ?? key }))}
      columns={report.months.map(({ key }) => ({
        id: key,
        name: monthName(key, true),
        shortName: formatMonth(Number(key.slice(5))).slice(0, 3),
      }))}
      value={(model, month) => cells.get(`${model} ${month}`) ?? null}
      most={100}
      valueText={formatRate}
    />
  );
}
