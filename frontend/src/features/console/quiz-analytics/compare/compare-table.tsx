import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { formatFixed, formatNumber, formatRate } from "@/lib/format";
import { signed } from "./difference";
import { type Difference, differencesOf, isShares, partsOf, type Row } from "./rows";
import { type SegmentHead, titleOf } from "./segment";

interface Props {
  title: string;
  note: string;
  rows: Row[];
  segments: readonly SegmentHead[];
  /** What chooses the rows. */
  children?: ReactNode;
}

/** The colors of the segments over time (`colors`). */
const fills = ["bg-pine", "bg-accent", "bg-slate", "bg-ridge", "bg-ink"];

/** A figure of every segment with a bar, its difference from A with the 95 % interval, and whether it says anything. */
export function CompareTable({ title, note, rows, segments, children }: Props) {
  const { t } = useLingui();
  const found = differencesOf(
    rows,
    segments.map(({ isPart }) => isPart ?? false),
  );
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-2 text-sm text-slate">{note}</p>
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="sm:overflow-x-auto" tabIndex={0} aria-label={t`${{ table: title }}, as a table`}>
        <table className="tabular mt-2 block w-full text-sm sm:table sm:table-fixed">
          <thead className="hidden text-xs text-muted sm:table-header-group">
            <tr>
              <td className="w-44" />
              {segments.map((segment) => (
                <th key={segment.letter} scope="col" className="py-1 pl-3 text-left font-normal break-words">
                  {titleOf(segment)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block sm:table-row-group">
            {rows.map((row, place) => {
              const parts = partsOf(row);
              return (
                <tr
                  key={row.id}
                  className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line py-2 sm:table-row"
                >
                  <th
                    scope="row"
                    className="col-span-2 text-left font-medium break-words sm:py-2 sm:align-top"
                  >
                    {row.name}
                  </th>
                  {segments.map((segment, column) => (
                    <td key={segment.letter} className="sm:py-2 sm:pl-3 sm:align-top">
                      <span className="block truncate text-xs text-muted sm:hidden">{titleOf(segment)}</span>
                      <Figure row={row} column={column} />
                      <span aria-hidden className="mt-0.5 block h-1.5 rounded-sm bg-stone">
                        <span
                          className={clsx("block h-full rounded-sm", fills[column])}
                          style={{ width: `${100 * (parts[column] ?? 0)}%` }}
                        />
                      </span>
                      {column > 0 && (
                        <Against
                          row={row}
                          column={column}
                          isPart={segment.isPart ?? false}
                          difference={found[place]?.[column - 1]}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

interface CellProps {
  row: Row;
  column: number;
}

function Figure({ row, column }: CellProps) {
  if (!isShares(row)) {
    const value = row.values[column] ?? null;
    return value === null ? "–" : row.text(value);
  }
  const { part, whole } = row.shares[column] ?? { part: 0, whole: 0 };
  return (
    <>
      {whole > 0 ? formatRate((part / whole) * 100) : "–"}
      <span className="ml-1 text-xs text-muted">
        {formatNumber(part)} / {formatNumber(whole)}
      </span>
    </>
  );
}

const percent = (part: number, whole: number) =>
  `${part >= whole ? "+" : "−"}${formatFixed(Math.abs((part / whole - 1) * 100))}%`;

interface AgainstProps extends CellProps {
  isPart: boolean;
  difference: Difference | undefined;
}

function Against({ row, column, isPart, difference }: AgainstProps) {
  const { t } = useLingui();
  if (!isShares(row) && (!row.estimates || isPart)) {
    const [a, value] = [row.values[0], row.values[column]];
    // A count says how large a segment is, and values of a part and its whole share sessions: nothing to test.
    return a && value != null ? <span className="block text-xs text-slate">{percent(value, a)}</span> : null;
  }
  if (!difference || difference.evidence === "too_few")
    return <span className="block text-xs text-muted">{t`not enough data`}</span>;
  const { value, low, high, evidence } = difference;
  const text = isShares(row) ? signed : (one: number) => `${one < 0 ? "−" : "+"}${row.text(Math.abs(one))}`;
  return (
    <span className="block text-xs text-slate">
      <span className={clsx("text-ink", evidence === "real" && "font-bold")}>{text(value)}</span>{" "}
      {t`${{ low: text(low) }} to ${{ high: text(high) }}`}
      <span className={clsx("block", evidence === "real" ? "text-ink" : "text-muted")}>
        {evidence === "real" ? t`more than chance` : t`may be chance`}
      </span>
    </span>
  );
}
