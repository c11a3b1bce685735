/** Rows of a comparison: a figure of each segment, how they differ from the first, and which differences count. Pure. */

import type { ChartRow } from "@/components/charts/chart-frame";
import type { Evidence, Share } from "../rules/change";
import type { Point } from "../timeline/points";
import { chanceOf, differenceOf, differenceOfEstimates, type Estimate, judged } from "./difference";

interface ShareRow {
  id: string;
  name: string;
  shares: readonly Share[];
}

export interface FigureRow {
  id: string;
  name: string;
  /** By segment; null where there is none. */
  values: readonly (number | null)[];
  /** With intervals, where there are enough cases; a row without any is not tested. */
  estimates?: readonly (Estimate | null)[];
  text: (value: number) => string;
}

export type Row = ShareRow | FigureRow;

/** Of a segment against the first: a difference with its interval, in points or the figure's own unit. */
export interface Difference {
  value: number;
  low: number;
  high: number;
  evidence: Evidence;
}

export const isShares = (row: Row): row is ShareRow => "shares" in row;

/** By row, of each segment but the first. All are judged together. `isPart`: by segment, part of the first. */
export function differencesOf(
  rows: readonly Row[],
  isPart: readonly boolean[] = [],
): (Difference | undefined)[][] {
  const cells = rows.map((row) => cellsOf(row, isPart.slice(1)));
  const found = judged(cells.flat().map((cell) => cell?.chance));
  let place = 0;
  return cells.map((row) =>
    row.map((cell) => {
      const evidence = found[place++] ?? "too_few";
      return cell && { ...cell, evidence };
    }),
  );
}

type Cell = (Estimate & { chance: number | undefined }) | undefined;

function cellsOf(row: Row, isPart: readonly boolean[]): Cell[] {
  if (isShares(row)) {
    const [first, ...others] = row.shares;
    return others.map((other, place): Cell => {
      if (first && isPart[place]) return partOf(other, first);
      const difference = first && differenceOf(other, first);
      if (!first || !difference) return undefined;
      return { ...difference, value: difference.points, chance: chanceOf(other, first) };
    });
  }
  const [first, ...others] = row.estimates ?? [];
  return others.map((other, place) =>
    first && other && !isPart[place] ? differenceOfEstimates(other, first) : undefined,
  );
}

/**
 * Of a part of the whole: tested against the rest, with which it shares no session. The difference from the whole is
 * that from the rest, times the rest's share of the whole.
 */
function partOf(part: Share, whole: Share): Cell {
  const rest = { part: Math.max(whole.part - part.part, 0), whole: whole.whole - part.whole };
  const difference = rest.whole > 0 ? differenceOf(part, rest) : undefined;
  if (!difference) return undefined;
  const scale = rest.whole / whole.whole;
  const { points, low, high } = difference;
  return { value: points * scale, low: low * scale, high: high * scale, chance: chanceOf(part, rest) };
}

/** As parts of the row's largest figure, for bars. */
export function partsOf(row: Row): number[] {
  const values = isShares(row)
    ? row.shares.map(({ part, whole }) => (whole > 0 ? part / whole : 0))
    : row.values.map((value) => value ?? 0);
  const most = Math.max(...values);
  return values.map((value) => (most > 0 ? value / most : 0));
}

/** Segments as one row of points, each from its own first unit; the longest one sets the length. */
export function aligned(lines: readonly (readonly Point[])[]): ChartRow[] {
  const length = Math.max(0, ...lines.map((points) => points.length));
  return Array.from({ length }, (_, index) => {
    const points = lines.map((line) => line[index]);
    const given = points.filter((point) => point !== undefined);
    return {
      id: `${index}`,
      // The days of the segments may differ.
      name: [...new Set(given.map(({ name }) => name))].join(" / "),
      shortName: given[0]?.shortName ?? "",
      isOpen: given.some(({ isOpen }) => isOpen),
      values: Object.fromEntries(points.map((point, place) => [`${place}`, point?.now ?? null])),
    };
  });
}
