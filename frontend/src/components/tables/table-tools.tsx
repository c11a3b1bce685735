import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, Check, ChevronsUpDown, Columns3, Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { MenuContent, menuItemClass } from "@/components/console/menu";
import { Button, buttonClass } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { readSort, type Sort, type TableColumn, writeSort } from "./columns";

interface SortProps {
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

interface ToolsProps<Row> extends SortProps {
  columns: readonly TableColumn<Row>[];
  shown: readonly string[];
  onShow: (shown: readonly string[]) => void;
  onSave: (() => void) | undefined;
  /** What can be done with the selected rows. */
  children: ReactNode;
}

// There is nothing to choose between.
const fewColumns = 3;

/** Above a table: its order on phones, its columns, its file. */
export function TableTools<Row>(props: ToolsProps<Row>) {
  const { columns, shown, onShow, sort, onSort, onSave, children } = props;
  const { t } = useLingui();
  const sortable = columns.filter((column) => column.sort);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 not-has-[button,select]:hidden">
      <div className="mr-auto empty:hidden">{children}</div>
      {sortable.length > 0 && (
        <select
          aria-label={t`Sort by`}
          className={controlClass("w-auto max-w-full min-w-0 lg:hidden")}
          value={sort ? writeSort(sort) : ""}
          onChange={(event) => onSort(readSort(event.target.value))}
        >
          {!sort && <option value="">{t`Sort by`}</option>}
          {sortable.flatMap(({ id, title }) => [
            <option key={id} value={id}>{`${title} ↑`}</option>,
            <option key={`-${id}`} value={`-${id}`}>{`${title} ↓`}</option>,
          ])}
        </select>
      )}
      {columns.length > fewColumns && <ColumnMenu columns={columns} shown={shown} onShow={onShow} />}
      {onSave && (
        <Button access="read" look="quiet" className="min-h-11 px-3 text-sm" onClick={onSave}>
          <Download aria-hidden size={16} /> <Trans>CSV</Trans>
        </Button>
      )}
    </div>
  );
}

type ColumnMenuProps<Row> = Pick<ToolsProps<Row>, "columns" | "shown" | "onShow">;

function ColumnMenu<Row>({ columns, shown, onShow }: ColumnMenuProps<Row>) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className={buttonClass("quiet", "min-h-11 px-3 text-sm max-lg:hidden")}>
        <Columns3 aria-hidden size={16} /> <Trans>Columns</Trans>
      </DropdownMenu.Trigger>
      <MenuContent className="min-w-48">
        {columns.slice(1).map(({ id, title }) => (
          <DropdownMenu.CheckboxItem
            key={id}
            className={menuItemClass}
            checked={shown.includes(id)}
            // Several are chosen one after the other.
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isOn) => onShow(isOn ? [...shown, id] : shown.filter((other) => other !== id))}
          >
            <span className="size-4">
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden size={16} />
              </DropdownMenu.ItemIndicator>
            </span>
            {title}
          </DropdownMenu.CheckboxItem>
        ))}
      </MenuContent>
    </DropdownMenu.Root>
  );
}

interface HeaderProps<Row> extends SortProps {
  column: TableColumn<Row>;
}

/** A column's title; where the column can be sorted, a button that sorts by it, then turns the order around. */
export function ColumnHeader<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { id, title, hint, align } = column;
  const isSorted = sort?.id === id;
  const Arrow = !isSorted ? ChevronsUpDown : sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      title={hint}
      aria-sort={isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined}
      className={clsx(
        "sticky top-(--table-top,0px) z-20 h-12 border-b border-line bg-panel px-3 py-1 font-medium text-muted first:pl-4 last:pr-4",
        align === "end" && "text-right",
      )}
    >
      {column.sort ? (
        <button
          type="button"
          className={clsx(
            "inline-flex min-h-10 items-center gap-1 hover:text-ink",
            align === "end" ? "text-right" : "text-left",
            isSorted && "font-semibold text-ink",
          )}
          onClick={() => onSort({ id, isDescending: isSorted ? !sort.isDescending : column.sort === "desc" })}
        >
          {title}
          <Arrow aria-hidden size={14} className={isSorted ? "" : "opacity-50"} />
        </button>
      ) : (
        title
      )}
    </th>
  );
}
