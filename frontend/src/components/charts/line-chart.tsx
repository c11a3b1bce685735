import { useRef, useState } from "react";
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { formatNumber } from "@/lib/format";
import {
  axisText,
  ChartFrame,
  type ChartProps,
  type ChartRow,
  type ChartSeries,
  colorOf,
  tooltipOf,
} from "./chart-frame";

interface Props extends ChartProps {
  /** The second series is the first one's past, not a separate series. */
  isPast?: boolean;
  /** All series are lines of the same weight. */
  areEqual?: boolean;
}

// Of lines of the same weight: distinguishable without colours.
const dashes = ["", "7 4", "2 4", "10 3 2 3", "14 4"];

// With fewer a line would have nothing between its ends.
const fewRows = 2;
const manyRows = 100;

/** The first series over time as an area, another one as a dashed line; rows with notes have a numbered line. */
export default function LineChart({ isPast = false, areEqual = false, ...props }: Props) {
  const { label, rows, valueText, onRow } = props;
  const selected = useRef<ChartRow>(undefined);
  // By name: another split has other lines in the same places.
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ id, name }: ChartSeries) => `${id} ${name}`;
  const isShown = (one: ChartSeries) => !hidden.has(keyOf(one));
  const series = props.series.filter(isShown);
  const [main, other] = props.series;
  if (!main) return null;
  const visibility = {
    hidden: new Set(props.series.filter((one) => !isShown(one)).map(({ id }) => id)),
    toggle: (id: string) => {
      const pressed = props.series.filter((one) => one.id === id).map(keyOf);
      const others = [...hidden].filter((key) => !pressed.includes(key));
      setHidden(new Set(others.length < hidden.size ? others : [...hidden, ...pressed]));
    },
  };
  const color = colorOf(main);
  const noted = rows.filter(({ notes }) => notes?.length);
  const latest = new Set(rows.slice(Math.floor(rows.length * 0.9)).map(({ id }) => id));
  const shortNames = new Map(rows.map(({ id, shortName, name }) => [id, shortName ?? name]));
  return (
    <ChartFrame {...props} visibility={visibility} height={220} selected={selected}>
      <ComposedChart
        data={rowsInParts(rows, main.id)}
        margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
        aria-label={label}
        {...(onRow && {
          onClick: ({ activeLabel }: { activeLabel?: string | number | undefined }) => {
            const row = rows.find(({ id }) => id === activeLabel);
            if (row) onRow(row);
          },
        })}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="id"
          interval="equidistantPreserveStart"
          minTickGap={24}
          tickFormatter={(id: string) => shortNames.get(id) ?? id}
          tick={axisText}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
        />
        <YAxis
          width={48}
          tick={axisText}
          tickLine={false}
          axisLine={false}
          allowDecimals={false}
          tickFormatter={(value: number) => formatNumber(value)}
        />
        <Tooltip
          cursor={{ stroke: "var(--edge)" }}
          isAnimationActive={false}
          content={tooltipOf({ series, valueText }, (row) => {
            selected.current = row;
          })}
        />
        {areEqual &&
          props.series.map(
            (each, place) =>
              isShown(each) && (
                <Line
                  key={each.id}
                  dataKey={`values.${each.id}`}
                  stroke={colorOf(each)}
                  strokeWidth={2}
                  strokeDasharray={dashes[place % dashes.length] ?? ""}
                  // A row between empty ones would not show without a dot.
                  dot={rows.length <= manyRows ? { r: 2, fill: colorOf(each), strokeDasharray: "" } : false}
                  activeDot={false}
                  isAnimationActive={false}
                />
              ),
          )}
        {!areEqual && other && isShown(other) && (
          <Line
            dataKey={`values.${other.id}`}
            stroke={isPast ? "var(--edge)" : colorOf(other)}
            strokeWidth={isPast ? 1 : 2}
            strokeDasharray={isPast ? "4 4" : "7 4"}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        {!areEqual && isShown(main) && (
          <Area
            dataKey="over"
            stroke={color}
            strokeWidth={2}
            fill={color}
            fillOpacity={0.14}
            dot={rows.length <= fewRows ? { r: 4, fill: color } : false}
            isAnimationActive={false}
          />
        )}
        {!areEqual && isShown(main) && (
          <Line
            dataKey="open"
            stroke={color}
            strokeWidth={2}
            strokeDasharray="2 5"
            dot={false}
            isAnimationActive={false}
          />
        )}
        {noted.map(({ id, notes = [] }, index) => (
          <ReferenceLine
            key={id}
            x={id}
            stroke="var(--accent)"
            strokeDasharray="2 2"
            label={{
              value: notes.length > 1 ? `${index + 1} (${notes.length})` : `${index + 1}`,
              // The last ones would be cut off at the edge.
              position: latest.has(id) ? "insideTopRight" : "insideTopLeft",
              fontSize: 11,
              fill: "var(--accent-ink)",
            }}
          />
        ))}
      </ComposedChart>
    </ChartFrame>
  );
}

/** What is over as one line, and from its last row on what is not. */
function rowsInParts(rows: readonly ChartRow[], main: string) {
  return rows.map((row, index) => ({
    ...row,
    over: row.isOpen ? null : (row.values[main] ?? null),
    open: row.isOpen || rows[index + 1]?.isOpen ? (row.values[main] ?? null) : null,
  }));
}
