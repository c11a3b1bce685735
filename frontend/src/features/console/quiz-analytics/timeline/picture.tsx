import { Trans, useLingui } from "@lingui/react/macro";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatNumber } from "@/lib/format";
import { type Mark, marksAt, type Point } from "./points";

interface Props {
  points: readonly Point[];
  marks: readonly Mark[];
  /** What is drawn, in words. */
  name: string;
  valueText: (value: number) => string;
  /** Two segments in place of a period and the one before. */
  areSegments?: boolean;
  /** Without a period before. */
  isAlone?: boolean;
}

const small = { fontSize: 12, fill: "var(--muted)" };
// With fewer a line would have nothing between its ends.
const fewPoints = 2;

/** One measure over time as an area, the period before as a dashed line behind it, marks as upright lines. */
export default function TimelinePicture({ points, marks, name, valueText, areSegments, isAlone }: Props) {
  const { t } = useLingui();
  const lines = marksAt(marks, points);
  const textsAt = new Map(lines.map(({ start, texts }) => [start, texts]));
  const latest = new Set(points.slice(Math.floor(points.length * 0.9)).map(({ start }) => start));
  const shortNames = new Map(points.map(({ start, shortName }) => [start, shortName]));
  const dot = points.length <= fewPoints ? { r: 4, fill: "var(--pine)" } : false;
  const label = areSegments
    ? t`${name} over time, A and B. See the table for figures.`
    : isAlone
      ? t`${name} over time. See the table for figures.`
      : t`${name} over time, with the previous period behind. See the table for figures.`;
  return (
    <div role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={220}>
        <ComposedChart
          data={drawnParts(points)}
          margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="start"
            interval="equidistantPreserveStart"
            minTickGap={24}
            tickFormatter={(start: string) => shortNames.get(start) ?? start}
            tick={small}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
          />
          <YAxis
            width={48}
            tick={small}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <Tooltip
            cursor={{ stroke: "var(--edge)" }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = payload?.[0]?.payload as Point | undefined;
              return active && point ? (
                <Note point={point} texts={textsAt.get(point.start) ?? []} valueText={valueText} />
              ) : null;
            }}
          />
          <Line
            dataKey="before"
            stroke={areSegments ? "var(--accent)" : "var(--edge)"}
            strokeWidth={areSegments ? 2 : 1}
            strokeDasharray={areSegments ? "7 4" : "4 4"}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <Area
            dataKey="over"
            stroke="var(--pine)"
            strokeWidth={2}
            fill="var(--pine)"
            fillOpacity={0.14}
            dot={dot}
            isAnimationActive={false}
          />
          <Line
            dataKey="open"
            stroke="var(--pine)"
            strokeWidth={2}
            strokeDasharray="2 5"
            dot={false}
            isAnimationActive={false}
          />
          {lines.map(({ start, texts }, index) => (
            <ReferenceLine
              key={start}
              x={start}
              stroke="var(--accent)"
              strokeDasharray="2 2"
              label={{
                value: texts.length > 1 ? `${index + 1} (${texts.length})` : `${index + 1}`,
                // The last ones would stand outside.
                position: latest.has(start) ? "insideTopRight" : "insideTopLeft",
                fontSize: 11,
                fill: "var(--accent-ink)",
              }}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

/** What is over as one line, and from its last point on what is not. */
function drawnParts(points: readonly Point[]) {
  return points.map((point, index) => ({
    ...point,
    over: point.isOpen ? null : point.now,
    open: point.isOpen || points[index + 1]?.isOpen ? point.now : null,
  }));
}

function Note({ point, texts, valueText }: { point: Point; texts: string[]; valueText: Props["valueText"] }) {
  return (
    <div className="tabular max-w-64 rounded-xl border border-line bg-panel px-3 py-2 text-sm shadow-card">
      <p className="text-slate">
        {point.name}
        {point.isOpen && (
          <>
            {" "}
            <Trans>(so far)</Trans>
          </>
        )}
      </p>
      <p className="font-semibold">
        {point.nowName && `${point.nowName}: `}
        {point.now === null ? "–" : valueText(point.now)}
      </p>
      {point.before !== null && (
        <p className="text-xs text-muted">
          {point.beforeName}: {valueText(point.before)}
        </p>
      )}
      {texts.map((text) => (
        <p key={text} className="mt-1 text-xs text-accent-ink">
          {text}
        </p>
      ))}
    </div>
  );
}
