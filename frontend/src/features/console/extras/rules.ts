import type { Items } from "@/features/console/shared/catalog-draft/api";

export type Insurance = Items["insurance"];
export type Service = Items["services"];
export type Car = Items["cars"];

/** The lines of a text area, without empty ones at the end while one still types. */
export function linesOf(text: string): string[] {
  return text.split("\n").filter((line, index, all) => line.trim() !== "" || index === all.length - 1);
}

/** A list without what is empty, as it is saved. */
export function filled(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter(Boolean);
}
