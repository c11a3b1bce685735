import { Bar, BarChart, LabelList, XAxis, YAxis } from "recharts";
import { ChartFrame, type ChartProps, colorOf } from "./chart-frame";

interface Props extends ChartProps {
  /** The right edge, where it is known: 100 of percentages. */
  max?: number;
}

const rowHeights = { least: 30, most: 52 };
// Few rows fill the place that the chart beside them has.
const usualHeight = 300;

/** One horizontal bar for each row, with its figure at the end. */
export default function RowChart({ max, ...props }: Props) {
  const { label, rows, series, valueText } = props;
  const [main] = series;
  if (!main) return null;
  const rowHeight = Math.max(rowHeights.least, Math.min(rowHeights.most, usualHeight / rows.length));
  const data = rows.map((row) => {
    const value = row.values[main.id] ?? null;
    return { name: row.name, value: value ?? 0, text: value === null ? "–" : valueText(value) };
  });
  return (
    <ChartFrame {...props} height={rows.length * rowHeight + 8}>
      <BarChart
        data={data}
        layout="vertical"
        margin={{ top: 0, right: 52, bottom: 0, left: 0 }}
        aria-label={label}
      >
        <XAxis type="number" domain={[0, max ?? "dataMax"]} hide />
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
          dataKey="value"
          fill={colorOf(main)}
          radius={[0, 5, 5, 0]}
          background={{ fill: "var(--stone)", radius: 5 }}
          barSize={Math.round(rowHeight * 0.5)}
          isAnimationActive={false}
        >
          <LabelList dataKey="text" position="right" style={{ fontSize: 12, fill: "var(--ink)" }} />
        </Bar>
      </BarChart>
    </ChartFrame>
  );
}
