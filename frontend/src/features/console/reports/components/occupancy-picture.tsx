import { useLingui } from "@lingui/react/macro";
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from "recharts";
import type { components } from "@/api/schema.gen";
import { occupancyText } from "../rules/columns";
import type { Cut } from "../rules/view";
import { rowName } from "../rules/words";

type Row = components["schemas"]["ReportRow"];

interface Props {
  rows: readonly Row[];
  cut: Cut;
}

const rowHeights = { least: 30, most: 52 };
// Few rows fill the place that the picture beside them has.
const usualHeight = 300;
export const maxShown = 20;

/** Occupancy as bars, each with its figure, the fullest first. */
export default function OccupancyPicture({ rows, cut }: Props) {
  const { t } = useLingui();
  const data = rows.slice(0, maxShown).map((row) => ({
    name: rowName(cut, row),
    occupancy: row.occupancy ?? 0,
    text: occupancyText(row.occupancy),
  }));
  const rowHeight = Math.max(rowHeights.least, Math.min(rowHeights.most, usualHeight / data.length));
  return (
    <div role="img" aria-label={t`Occupancy as bars, the fullest first. The table has the figures.`}>
      <ResponsiveContainer width="100%" height={data.length * rowHeight + 8}>
        <BarChart
          data={data}
          layout="vertical"
          margin={{ top: 0, right: 52, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis type="number" domain={[0, 100]} hide />
          <YAxis
            type="category"
            dataKey="name"
            width={132}
            interval={0}
            tick={{ fontSize: 12, fill: "var(--ink)" }}
            tickFormatter={(name: string) => (name.length > 19 ? `${name.slice(0, 18)}…` : name)}
            tickLine={false}
            axisLine={false}
          />
          <Bar
            dataKey="occupancy"
            fill="var(--pine)"
            radius={[0, 5, 5, 0]}
            background={{ fill: "var(--stone)", radius: 5 }}
            barSize={Math.round(rowHeight * 0.5)}
            isAnimationActive={false}
          >
            <LabelList dataKey="text" position="right" style={{ fontSize: 12, fill: "var(--ink)" }} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
