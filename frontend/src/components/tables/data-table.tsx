import { Plural, Trans, useLingui } from "@lingui/react/macro";
import {
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { Fragment, type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { compareValues, csvCells, saveCsv, type TableColumn } from "./columns";
import { ColumnHeader, TableTools } from "./table-tools";
import { useTableState } from "./use-table-state";

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
});

// More of them may need to scroll sideways on a laptop.
const maxFittingColumns = 8;

/** A paginated list, such as an infinite query. */
export interface TablePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface Props<Row> {
  /** The accessible name of the list. */
  label: string;
  rows: readonly Row[];
  /** The first column identifies the row: it is always shown, and is the link where `to` is given. */
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  /** The target of a click on a row. */
  to?: (row: Row) => string;
  /** Buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Position of the buttons on a phone's card: below, or beside the first line for a single small button. */
  actionsCard?: "line" | "right";
  /** Bulk actions. Rows are selectable only when set. */
  bulkActions?: (rows: Row[], clear: () => void) => ReactNode;
  /** Expandable content below a row; null for rows without any. */
  details?: (row: Row) => { label: string; content: ReactNode } | null;
  rowClass?: (row: Row) => string | false;
  /** The default order, such as `-createdAt`. */
  defaultSort?: string;
  /** Who sorts: the server for paginated lists, otherwise the table. */
  isSortedByServer?: boolean;
  /** The name of the CSV export of the displayed rows; without it there is no export. */
  csv?: string;
  /** The list, if it is paginated. */
  pages?: TablePages;
  /** A short list in a panel, without the column menu. */
  isShort?: boolean;
  /** How many rows are shown until the user asks for all. */
  shownAtFirst?: number;
  /** The prefix of the table's URL parameters, for pages with two tables. */
  name?: string;
}

/** A list with a header row, sorting and selectable columns; on phones each row is a card. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, columns, rowId, actions, bulkActions, details, defaultSort, csv, pages, name } = props;
  const { shownAtFirst = rows.length } = props;
  const { t } = useLingui();
  const { sort, setSort, shown, setShown } = useTableState(columns, defaultSort, name);
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const [areAllShown, showAll] = useState(false);
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value?.(row),
        sortFn: (first: { original: Row }, second: { original: Row }) =>
          compareValues(column.value?.(first.original), column.value?.(second.original)),
      })),
    [columns],
  );
  const table = useTable({
    features,
    data: rows,
    columns: definitions,
    getRowId: rowId,
    manualSorting: props.isSortedByServer ?? false,
    state: {
      sorting: sort ? [{ id: sort.id, desc: sort.isDescending }] : [],
      rowSelection,
    },
    onRowSelectionChange: setRowSelection,
  });
  const sorted = table.getRowModel().rows;
  const visible = columns.filter(({ id }) => shown.includes(id));
  const listed = sorted.map((row) => row.original);
  const selected = sorted.filter((row) => row.getIsSelected()).map((row) => row.original);
  const hasLead = Boolean(bulkActions ?? details);
  const clear = () => setRowSelection({});

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {!props.isShort && (rows.length > 1 || selected.length > 0) && (
        <TableTools
          columns={columns}
          shown={shown}
          onShow={setShown}
          sort={sort}
          onSort={setSort}
          onSave={csv ? () => void saveCsv(csv, csvCells(visible, listed)) : undefined}
        >
          {bulkActions && selected.length > 0 && (
            <fieldset aria-label={t`Selected rows`} className="flex flex-wrap items-center gap-2">
              <span className="tabular text-sm font-semibold">
                <Plural value={selected.length} one="# selected" other="# selected" />
              </span>
              {bulkActions(selected, clear)}
              <Button access="read" look="plain" className="min-h-11 text-sm" onClick={clear}>
                <Trans>Clear selection</Trans>
              </Button>
            </fieldset>
          )}
        </TableTools>
      )}
      {/* `clip`, because `hidden` creates a scroll container, in which the header would not stick. */}
      <div
        className={clsx(
          "overflow-clip rounded-card border border-line bg-panel",
          // Scrolls on its own: its header sticks to its own top.
          visible.length > maxFittingColumns && "lg:overflow-x-auto [--table-top:0px]",
        )}
      >
        <table aria-label={label} className="block w-full text-left text-sm lg:table">
          <thead className="max-lg:hidden">
            <tr>
              {hasLead && (
                <th className="sticky top-(--table-top,0px) z-20 w-12 border-b border-line bg-panel pl-2">
                  {bulkActions ? (
                    <Tick
                      label={t`Select all rows`}
                      isOn={table.getIsAllRowsSelected()}
                      onChange={(isOn) => table.toggleAllRowsSelected(isOn)}
                    />
                  ) : (
                    <span className="sr-only">{t`Details`}</span>
                  )}
                </th>
              )}
              {visible.map((column) => (
                <ColumnHeader key={column.id} column={column} sort={sort} onSort={setSort} />
              ))}
              {actions && (
                <th className="sticky top-(--table-top,0px) z-20 border-b border-line bg-panel">
                  <span className="sr-only">{t`Actions`}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line lg:table-row-group" onKeyDown={moveByArrows}>
            {sorted.slice(0, areAllShown ? undefined : shownAtFirst).map((row) => (
              <TableRow
                key={row.id}
                {...props}
                row={row.original}
                columns={visible}
                hasLead={hasLead}
                isSelected={row.getIsSelected()}
                onSelect={bulkActions && ((isOn) => row.toggleSelected(isOn))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {sorted.length > shownAtFirst && !areAllShown && (
        <Button
          access="read"
          look="plain"
          className="min-h-11 justify-self-start text-sm"
          onClick={() => showAll(true)}
        >
          <Plural value={{ count: sorted.length }} one="Show # row" other="Show all # rows" />
        </Button>
      )}
      {pages?.hasNextPage && (
        <Button
          access="read"
          look="quiet"
          className="mx-auto flex"
          disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? t`Loading…` : t`Show more`}
        </Button>
      )}
    </div>
  );
}

interface RowProps<Row> extends Omit<Props<Row>, "rows"> {
  row: Row;
  hasLead: boolean;
  isSelected: boolean;
  onSelect: ((isOn: boolean) => void) | undefined;
}

function TableRow<Row extends object>(props: RowProps<Row>) {
  const { row, columns, to, actions, actionsCard, details, rowClass, hasLead, isSelected, onSelect } = props;
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const more = details?.(row);
  const first = hasLead ? "col-start-2" : "col-start-1";
  const places = {
    left: first,
    right: clsx("text-right", hasLead ? "col-start-3" : "col-start-2"),
    line: clsx("col-span-2", first),
    none: "max-lg:hidden",
  };
  return (
    <Fragment>
      <tr
        className={clsx(
          "relative grid grid-flow-row-dense items-center gap-x-4 gap-y-1 px-4 py-3 transition-colors duration-200",
          "lg:table-row lg:p-0 has-[a[data-row]:hover]:bg-stone/60",
          hasLead ? "grid-cols-[auto_minmax(0,1fr)_auto]" : "grid-cols-[minmax(0,1fr)_auto]",
          isSelected && "bg-accent/10",
          rowClass?.(row),
        )}
      >
        {hasLead && (
          <td className="relative z-10 col-start-1 row-start-1 -ml-2 min-w-11 lg:pl-2">
            {onSelect && <Tick label={t`Select row`} isOn={isSelected} onChange={onSelect} />}
            {more && (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={detailsId}
                aria-label={more.label}
                className="grid size-11 place-items-center rounded-xl text-muted hover:bg-stone hover:text-ink"
                onClick={() => setOpen(!isOpen)}
              >
                <ChevronDown aria-hidden size={16} className={isOpen ? "" : "-rotate-90"} />
              </button>
            )}
          </td>
        )}
        {columns.map((column, place) => {
          const Cell = place === 0 ? "th" : "td";
          const content = column.cell(row);
          return (
            <Cell
              key={column.id}
              {...(place === 0 && { scope: "row" as const })}
              className={clsx(
                "min-w-0 font-normal wrap-anywhere max-lg:empty:hidden lg:px-3 lg:py-2.5 lg:first:pl-4 lg:last:pr-4",
                places[column.card ?? "left"],
                column.align === "end" ? "tabular lg:text-right lg:whitespace-nowrap" : "lg:text-left",
                column.isLeftOut?.(row) && "max-lg:hidden",
              )}
            >
              {column.isLabelled && <span className="text-muted lg:hidden">{column.title}: </span>}
              {place === 0 && to ? (
                <Link data-row to={to(row)} className="after:absolute after:inset-0">
                  {content}
                </Link>
              ) : (
                content
              )}
            </Cell>
          );
        })}
        {actions && (
          <td
            className={clsx(
              "relative z-10 lg:w-px lg:py-1 lg:pr-3 lg:whitespace-nowrap",
              actionsCard === "right" ? clsx("row-start-1 -mr-2 lg:mr-0", places.right) : places.line,
            )}
          >
            <div className="flex flex-wrap justify-end gap-1 lg:flex-nowrap">{actions(row)}</div>
          </td>
        )}
      </tr>
      {more && isOpen && (
        <tr id={detailsId} className="block lg:table-row">
          <td
            colSpan={columns.length + (actions ? 2 : 1)}
            className="block overflow-x-auto p-4 lg:table-cell lg:pl-16"
          >
            {more.content}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

interface TickProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        className="size-5 accent-pine"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

/** The arrow keys move the focus between the rows' links. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement) || !event.target.matches("a[data-row]")) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-row]")];
  const next = links[links.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
