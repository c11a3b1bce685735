import { Bar, CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from "recharts";
import { formatNumber } from "@/lib/format";
import { axisText, ChartFrame, type ChartProps, type ChartSeries, colorOf, tooltipOf } from "./chart-frame";

interface Props extends ChartProps {
  /** Drawn as a wider bar behind the others, which are stacked: the same time a year earlier. */
  behind?: ChartSeries;
}

/** A bar for each row, its series stacked on each other. */
export default function BarChart({ behind, ...props }: Props) {
  const { label, rows, series, valueText } = props;
  const all = behind ? [...series, behind] : series;
  const shortNames = new Map(rows.map(({ id, shortName, name }) => [id, shortName ?? name]));
  return (
    <ChartFrame {...props} series={all} height={280}>
      <ComposedChart data={[...rows]} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} aria-label={label}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis xAxisId="behind" dataKey="id" orientation="top" height={0} hide />
        <XAxis
          xAxisId="front"
          dataKey="id"
          // On a phone every second one: names must not run into each other.
          interval="equidistantPreserveStart"
          minTickGap={4}
          tickFormatter={(id: string) => shortNames.get(id) ?? id}
          tick={axisText}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
        />
        <YAxis
          width={56}
          tick={axisText}
          tickLine={false}
          axisLine={false}
          tickFormatter={(value: number) => formatNumber(value)}
        />
        <Tooltip
          cursor={{ fill: "var(--stone)" }}
          isAnimationActive={false}
          content={tooltipOf({ series: all, valueText })}
        />
        {behind && (
          <Bar
            xAxisId="behind"
            dataKey={`values.${behind.id}`}
            fill={colorOf(behind)}
            fillOpacity={0.55}
            radius={[6, 6, 0, 0]}
            maxBarSize={64}
            isAnimationActive={false}
          />
        )}
        {series.map((each, place) => (
          <Bar
            key={each.id}
            xAxisId="front"
            stackId="front"
            dataKey={`values.${each.id}`}
            fill={colorOf(each)}
            radius={place === series.length - 1 ? [4, 4, 0, 0] : 0}
            maxBarSize={30}
            isAnimationActive={false}
          />
        ))}
      </ComposedChart>
    </ChartFrame>
  );
}
