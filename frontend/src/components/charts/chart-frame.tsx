import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { ResponsiveContainer } from "recharts";

/** Distinguishable by lightness too, not by hue alone. */
const colors = {
  pine: { css: "var(--pine)", className: "bg-pine" },
  accent: { css: "var(--accent)", className: "bg-accent" },
  ridge: { css: "var(--ridge)", className: "bg-ridge" },
  slate: { css: "var(--slate)", className: "bg-slate" },
  ink: { css: "var(--ink)", className: "bg-ink" },
} as const;

export interface ChartSeries {
  id: string;
  name: string;
  color: keyof typeof colors;
}

export interface ChartRow {
  id: string;
  name: string;
  /** The axis label, where the name is too long. */
  shortName?: string;
  /** By series; null where there is no figure. */
  values: Readonly<Record<string, number | null>>;
  /** The unit is not over: the figures are partial. */
  isOpen?: boolean;
  /** The series name in this row, where it differs: the day a year earlier. */
  names?: Readonly<Record<string, string>>;
  notes?: readonly string[];
}

export interface ChartProps {
  /** A description of the chart. */
  label: string;
  rows: readonly ChartRow[];
  series: readonly ChartSeries[];
  /** Metric and unit: "Revenue, EUR". */
  axisTitle: string;
  valueText: (value: number) => string;
  /** Pressing a position on the axis; with the keyboard, Enter on the one that arrow keys selected. */
  onRow?: (row: ChartRow) => void;
  /** Pressing a series in the legend, and what that does in words. */
  onSeries?: { press: (id: string) => void; title: string } | undefined;
  /** Which series are hidden, and showing or hiding one in the legend. The table keeps all. */
  visibility?: { hidden: ReadonlySet<string>; toggle: (id: string) => void } | undefined;
}

export const colorOf = (series: ChartSeries): string => colors[series.color].css;

export const axisText = { fontSize: 12, fill: "var(--muted)" };

interface FrameProps extends ChartProps {
  height: number;
  /** The row that pointer or arrow keys selected, for Enter. */
  selected?: RefObject<ChartRow | undefined>;
  children: ReactElement;
}

/** The frame of every chart: axis title, legend, and the figures as a table for screen readers. */
export function ChartFrame(props: FrameProps) {
  const { label, rows, series, axisTitle, valueText, height, onRow, selected, children } = props;
  const { t } = useLingui();
  return (
    <figure aria-label={label} className={onRow && "[&_.recharts-surface]:cursor-pointer"}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-5 gap-y-1 text-xs text-muted">
        <span>{axisTitle}</span>
        {series.length > 1 && <Legend {...props} />}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chart inside has the focus and its arrow keys */}
      <div
        onKeyDown={({ key }) => {
          if (key === "Enter" && selected?.current) onRow?.(selected.current);
        }}
      >
        <ResponsiveContainer width="100%" height={height}>
          {children}
        </ResponsiveContainer>
      </div>
      {/* Around the table: a table ignores the width of `sr-only`. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.isOpen ? t`${{ name: row.name }} (so far)` : row.name}</th>
                {series.map(({ id }) => (
                  <td key={id}>{textOf(row.values[id], valueText)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const entryClass = "flex min-h-9 items-center gap-1.5 max-md:min-h-11";

/** The names of the series. Where they filter when pressed, an eye beside each shows or hides its line. */
function Legend({ series, onSeries, visibility }: Pick<ChartProps, "series" | "onSeries" | "visibility">) {
  const { t } = useLingui();
  return (
    <ul aria-hidden={!onSeries && !visibility} className="flex flex-wrap gap-x-4 gap-y-1">
      {series.map(({ id, name, color }) => {
        const isHidden = visibility?.hidden.has(id) ?? false;
        const entry = (
          <>
            <span
              className={clsx(
                "size-2.5 shrink-0 rounded-[3px]",
                isHidden ? "border border-muted" : colors[color].className,
              )}
            />{" "}
            <span className={clsx(isHidden && "line-through")}>{name}</span>
          </>
        );
        return (
          <li key={id} className="flex items-center gap-1.5">
            {onSeries ? (
              <button
                type="button"
                title={onSeries.title}
                onClick={() => onSeries.press(id)}
                className={clsx(
                  entryClass,
                  "underline decoration-muted decoration-dotted underline-offset-4 hover:decoration-current",
                )}
              >
                {entry}
              </button>
            ) : (
              !visibility && entry
            )}
            {visibility && (
              <button
                type="button"
                aria-pressed={!isHidden}
                aria-label={t`Show line: ${name}`}
                title={isHidden ? t`Show line` : t`Hide line`}
                onClick={() => visibility.toggle(id)}
                className={clsx(entryClass, "rounded-lg hover:text-ink", onSeries && "px-1.5 max-md:px-3")}
              >
                {!onSeries && entry}
                {isHidden ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function textOf(value: number | null | undefined, valueText: ChartProps["valueText"]): string {
  return value === null || value === undefined ? "–" : valueText(value);
}

interface TooltipProps extends Pick<ChartProps, "series" | "valueText"> {
  row: ChartRow;
}

/** The figures of one position on the axis. */
export function ChartTooltip({ row, series, valueText }: TooltipProps): ReactNode {
  const { t } = useLingui();
  const shown = series.filter(({ id }, place) => place === 0 || (row.values[id] ?? null) !== null);
  return (
    <div className="tabular max-w-64 rounded-xl border border-line bg-panel px-3 py-2 text-sm shadow-card">
      <p className="text-slate">{row.isOpen ? t`${{ name: row.name }} (so far)` : row.name}</p>
      {shown.map(({ id, name }, place) => (
        <p key={id} className={place === 0 ? "font-semibold" : "text-xs text-muted"}>
          {row.names?.[id] ?? name}: {textOf(row.values[id], valueText)}
        </p>
      ))}
      {row.notes?.map((note) => (
        <p key={note} className="mt-1 text-xs text-accent-ink">
          {note}
        </p>
      ))}
    </div>
  );
}

interface Hovered {
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
}

/** The tooltip's content for recharts: the row selected by pointer, touch or arrow keys. */
export function tooltipOf(
  props: Pick<ChartProps, "series" | "valueText">,
  note?: (row: ChartRow | undefined) => void,
) {
  return ({ active, payload }: Hovered) => {
    const row = payload?.[0]?.payload as ChartRow | undefined;
    note?.(active ? row : undefined);
    return active && row ? <ChartTooltip row={row} {...props} /> : null;
  };
}
