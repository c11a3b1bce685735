import { useMemo } from "react";
import { useUrlState } from "@/lib/url-state";
import { readSort, type Sort, type TableColumn, writeSort } from "./columns";

const text = (value: string) => value || undefined;
// flushSync: a quick second click on a title or a column starts from the result of the first.
const atOnce = { replace: true, flushSync: true };

/**
 * The order and the columns of a table, kept in the address so that a link shares them. Where a page has two tables,
 * `name` is the prefix of its parameters.
 */
export function useTableState<Row>(columns: readonly TableColumn<Row>[], defaultSort?: string, name = "") {
  const sortName = name ? `${name}-sort` : "sort";
  const columnsName = name ? `${name}-columns` : "columns";
  const readers = useMemo(() => ({ [sortName]: text, [columnsName]: text }), [sortName, columnsName]);
  const [state, choose] = useUrlState(readers);

  const standard = columns.filter((column) => !column.isOptional).map(({ id }) => id);
  const chosen = state[columnsName]?.split(",").filter((id) => columns.some((column) => column.id === id));
  // The first column says what the row is.
  const shown = chosen
    ? columns.filter(({ id }, place) => place === 0 || chosen.includes(id)).map(({ id }) => id)
    : standard;
  const known = readSort(state[sortName]);
  const sort = columns.some((column) => column.sort && column.id === known?.id)
    ? known
    : readSort(defaultSort);

  return {
    sort,
    shown,
    setSort(next: Sort | undefined) {
      const written = next && writeSort(next);
      choose({ [sortName]: written === defaultSort ? undefined : written }, atOnce);
    },
    setShown(next: readonly string[]) {
      const isStandard = standard.length === next.length && standard.every((id) => next.includes(id));
      choose({ [columnsName]: isStandard ? undefined : next.join(",") }, atOnce);
    },
  };
}
