import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import RowChart from "@/components/charts/row-chart";
import { formatRate } from "@/lib/format";
import type { Cut } from "../rules/view";
import { rowName } from "../rules/words";

interface Props {
  rows: readonly components["schemas"]["ReportRow"][];
  cut: Cut;
}

const maxShown = 20;

/** Occupancy as bars, each with its figure, the fullest first. */
export default function OccupancyChart({ rows, cut }: Props) {
  const { t } = useLingui();
  return (
    <RowChart
      label={t`Occupancy as bars, the fullest first. The table has the figures.`}
      rows={rows.slice(0, maxShown).map((row) => ({
        id: row.key,
        name: rowName(cut, row),
        values: { occupancy: row.occupancy },
      }))}
      series={[{ id: "occupancy", name: t`Occupancy`, color: "pine" }]}
      max={100}
      axisTitle={t`Rented days of available days, %`}
      valueText={formatRate}
    />
  );
}
