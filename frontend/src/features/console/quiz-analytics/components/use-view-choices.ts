import { oneOf, type Reader, useUrlState } from "@/lib/url-state";
import { comparisons } from "../rules/view";

const shapes = ["timeline", "journey", "funnel", "compare"] as const;
/** Figures that are shown as a picture, or as a table. */
type Shape = (typeof shapes)[number];

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

const tableReaders = { tables: shapesReader };

/** Whether figures are shown as a table and not as a picture, kept in the address; and how to choose. */
export function useAsTable(figure: Shape): [boolean, (asTable: boolean) => void] {
  const [{ tables }, choose] = useUrlState(tableReaders);
  const asTable = tables?.split(",").includes(figure) ?? false;
  return [asTable, (next) => choose({ tables: withShape(tables, figure, next) }, { flushSync: true })];
}

const compareReaders = { compare: oneOf(comparisons) };

/** What the address says the period is compared with. */
export function useCompared() {
  const [{ compare = "before" }, choose] = useUrlState(compareReaders);
  const chooseCompared = (next: string) =>
    choose({ compare: next === "before" ? undefined : next }, { flushSync: true });
  return { compare, chooseCompared };
}
