/** Rows of a comparison: a figure of each segment, how they differ from the first, and which differences count. Pure. */

import type { Evidence, Share } from "../rules/change";
import { chanceOf, differenceOf, differenceOfEstimates, type Estimate, judged } from "./difference";

export interface ShareRow {
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

/** By row, of each segment but the first. All are judged together. */
export function differencesOf(rows: readonly Row[]): (Difference | undefined)[][] {
  const cells = rows.map(cellsOf);
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

function cellsOf(row: Row): Cell[] {
  if (isShares(row)) {
    const [first, ...others] = row.shares;
    return others.map((other): Cell => {
      const difference = first && differenceOf(other, first);
      if (!first || !difference) return undefined;
      return { ...difference, value: difference.points, chance: chanceOf(other, first) };
    });
  }
  const [first, ...others] = row.estimates ?? [];
  return others.map((other) => (first && other ? differenceOfEstimates(other, first) : undefined));
}

/** As parts of the row's largest figure, for bars. */
export function partsOf(row: Row): number[] {
  const values = isShares(row)
    ? row.shares.map(({ part, whole }) => (whole > 0 ? part / whole : 0))
    : row.values.map((value) => value ?? 0);
  const most = Math.max(...values);
  return values.map((value) => (most > 0 ? value / most : 0));
}
