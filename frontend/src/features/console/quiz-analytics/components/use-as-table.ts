import { useUrlState } from "@/lib/url-state";
import { type Shape, shapesReader, withShape } from "../rules/tables";

const readers = { tables: shapesReader };

/** Whether figures are shown as a table and not as a picture, kept in the address; and how to choose. */
export function useAsTable(figure: Shape): [boolean, (asTable: boolean) => void] {
  const [{ tables }, choose] = useUrlState(readers);
  const asTable = tables?.split(",").includes(figure) ?? false;
  return [asTable, (next) => choose({ tables: withShape(tables, figure, next) }, { flushSync: true })];
}
