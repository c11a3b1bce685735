import { formatNumber } from "@/lib/format";
import type { QueryChart, QueryResult } from "../api";

/** More would make the page slow; files have all. */
export const maxShownRows = 500;
export const maxChartRows = 200;

/** A row of a chart. */
interface Point {
  id: string;
  name: string;
  values: { y: number | null };
}

export interface ResultRow {
  id: string;
  values: readonly unknown[];
}

export function shownRows({ rows }: QueryResult): ResultRow[] {
  return rows.slice(0, maxShownRows).map((values, place) => ({ id: String(place), values }));
}

const numeric = /^(TINYINT|SMALLINT|INTEGER|BIGINT|U\w*INT\w*|FLOAT|DOUBLE|DECIMAL.*)$/;

export const isNumeric = (type: string): boolean => numeric.test(type);

/** A value as the table shows it; an empty cell for null. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? formatNumber(value, 6) : String(value);
}

/** A value to sort by and to save. */
export function sortValueOf(value: unknown): string | number | null {
  return typeof value === "number" ? value : value === null || value === undefined ? null : String(value);
}

/** The chart that suits the result: its first number over its first other column. Null where there is none. */
export function suggestedChart({ columns }: QueryResult): QueryChart | null {
  const y = columns.find(({ type }) => isNumeric(type));
  const x =
    columns.find((column) => column !== y && !isNumeric(column.type)) ?? columns.find((one) => one !== y);
  if (!x || !y) return null;
  return { kind: /^(DATE|TIMESTAMP)/.test(x.type) ? "line" : "bar", x: x.name, y: y.name };
}

/** Whether the result has the chart's columns. */
export function fits(chart: QueryChart, { columns }: QueryResult): boolean {
  const y = columns.find(({ name }) => name === chart.y);
  return Boolean(y && isNumeric(y.type) && columns.some(({ name }) => name === chart.x));
}

export function chartRows(result: QueryResult, { x, y }: QueryChart): Point[] {
  const place = (name: string) => result.columns.findIndex((column) => column.name === name);
  const [atX, atY] = [place(x), place(y)];
  return result.rows.slice(0, maxChartRows).map((row, index) => {
    const value = row[atY];
    return {
      id: String(index),
      name: textOf(row[atX]).replace(/ 00:00:00$/, "") || "–",
      values: { y: typeof value === "number" ? value : null },
    };
  });
}

/** A name as SQL writes it. */
export function quotedName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
