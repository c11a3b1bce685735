import { type Reader, useUrlState } from "@/lib/url-state";

const shapes = ["timeline", "journey", "funnel", "compare"] as const;
/** Figures that are shown as a picture, or as a table. */
export type Shape = (typeof shapes)[number];

/** Names of those that are tables, with commas between them; others count as not given. */
export const shapesReader: Reader = (text) => {
  const given = text.split(",");
  return shapes.filter((shape) => given.includes(shape)).join(",") || undefined;
};

/** The same with one of them as a table, or not. */
export function withShape(tables: string | undefined, shape: Shape, asTable: boolean): string | undefined {
  const rest = (tables ?? "").split(",").filter((one) => one !== shape);
  return shapesReader([...rest, ...(asTable ? [shape] : [])].join(","));
}

const readers = { tables: shapesReader };

/** Whether figures are shown as a table and not as a picture, kept in the address; and how to choose. */
export function useAsTable(figure: Shape): [boolean, (asTable: boolean) => void] {
  const [{ tables }, choose] = useUrlState(readers);
  const asTable = tables?.split(",").includes(figure) ?? false;
  return [asTable, (next) => choose({ tables: withShape(tables, figure, next) }, { flushSync: true })];
}
