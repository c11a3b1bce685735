import type { ReactNode } from "react";
import { compareTexts, formatNumber } from "@/lib/format";
import { saveFile } from "@/lib/save-file";

type Value = string | number | null | undefined;

export interface TableColumn<Row> {
  /** In the page's address, and as the server's `sort`. */
  id: string;
  /** Above the column, in the list of columns and in the CSV file. */
  title: string;
  /** What the column counts, shown over its title. */
  hint?: string;
  cell: (row: Row) => ReactNode;
  /** What the row is sorted by, and what the CSV file has. */
  value?: (row: Row) => Value;
  /** The direction that the first click sorts in; without it the column cannot be sorted. */
  sort?: "asc" | "desc";
  align?: "end";
  /** Where it is on a phone's card. `line` is the full width, with the title before it where `isLabelled`. */
  card?: "left" | "right" | "line" | "none";
  isLabelled?: boolean;
  /** Whether a phone's card leaves the row's cell out. */
  isLeftOut?: (row: Row) => boolean;
  /** Off until someone turns it on. */
  isOptional?: boolean;
}

/**
 * A column of numbers, the largest first by one click; a labelled line on a phone's card. Without `cell` the number
 * itself is shown.
 */
export function figureColumn<Row>(
  id: string,
  title: string,
  value: (row: Row) => number | null,
  cell: (row: Row) => ReactNode = (row) => formatNumber(value(row) ?? 0),
): TableColumn<Row> {
  return { id, title, value, cell, sort: "desc", align: "end", card: "line", isLabelled: true };
}

export interface Sort {
  id: string;
  isDescending: boolean;
}

/** `name` ascending, `-name` descending. */
export function readSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined;
  return text.startsWith("-") ? { id: text.slice(1), isDescending: true } : { id: text, isDescending: false };
}

export function writeSort({ id, isDescending }: Sort): string {
  return isDescending ? `-${id}` : id;
}

/** Numbers by size, texts by the alphabet of the reader's language; what is empty comes first. */
export function compareValues(first: Value, second: Value): number {
  if (typeof first === "number" && typeof second === "number") return first - second;
  return compareTexts(String(first ?? ""), String(second ?? ""));
}

/** The shown columns as a CSV file's cells: a header row, then one row each. */
export function csvCells<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): Value[][] {
  const shown = columns.filter((column) => column.value);
  return [
    shown.map(({ title }) => title),
    ...rows.map((row) => shown.map(({ value }) => value?.(row) ?? "")),
  ];
}

/** Saves cells as a CSV file that a spreadsheet opens, with formulas made harmless. */
export async function saveCsv(name: string, cells: readonly (readonly Value[])[]): Promise<void> {
  const { unparse } = await import("papaparse");
  const text = unparse(cells as Value[][], { escapeFormulae: true });
  // Spreadsheets recognise UTF-8 by the byte order mark.
  saveFile(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
}
