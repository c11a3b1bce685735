import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown } from "lucide-react";
import { useState } from "react";
import { type ColumnName, columns, type Row, revenueBefore, sorted } from "../rules/columns";
import type { Cut } from "../rules/view";
import { changeText, cutNames, rowName } from "../rules/words";

interface Props {
  rows: readonly Row[];
  cut: Cut;
  currency: string;
  onOpen: (key: string) => void;
}

const shownAtFirst = 25;

/** A row per value, each leading to the rentals behind it. */
export function CutTable({ rows, cut, currency, onOpen }: Props) {
  const { t } = useLingui();
  const [by, setBy] = useState<ColumnName>();
  const [all, setAll] = useState(false);
  const ordered = sorted(rows, by);
  const shown = all ? ordered : ordered.slice(0, shownAtFirst);
  return (
    <>
      <table className="tabular block w-full text-sm sm:table">
        <thead className="hidden text-xs text-muted sm:table-header-group">
          <tr>
            <th className="py-1 text-left font-normal">{t(cutNames[cut])}</th>
            {columns.map(({ name, title }) => (
              <th key={name} className="pl-3 font-normal" aria-sort={by === name ? "descending" : undefined}>
                <button
                  type="button"
                  onClick={() => setBy(by === name ? undefined : name)}
                  aria-pressed={by === name}
                  className="ml-auto flex min-h-8 items-center gap-1 whitespace-nowrap hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
                >
                  {by === name && <ArrowDown aria-hidden size={12} strokeWidth={3} />}
                  {t(title)}
                </button>
              </th>
            ))}
            <th className="pl-3 text-right font-normal">
              <Trans>Change</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {shown.map((row) => (
            <TableRow key={row.key} row={row} cut={cut} currency={currency} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {ordered.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-2 min-h-11 text-sm font-semibold text-pine underline-offset-4 hover:underline"
        >
          <Plural value={{ count: ordered.length }} one="Show # row" other="Show all # rows" />
        </button>
      )}
    </>
  );
}

interface RowProps extends Pick<Props, "cut" | "currency" | "onOpen"> {
  row: Row;
}

function TableRow({ row, cut, currency, onOpen }: RowProps) {
  const { t } = useLingui();
  const name = rowName(cut, row);
  const detail = "detail" in row ? row.detail : null;
  const before = revenueBefore(row);
  return (
    <tr className="grid grid-cols-3 gap-x-3 gap-y-1 border-t border-line py-2 sm:table-row">
      <th scope="row" className="col-span-3 text-left font-medium sm:py-1">
        <button
          type="button"
          onClick={() => onOpen(row.key)}
          title={t`Rentals behind these figures`}
          className="min-h-9 text-left break-words underline-offset-4 hover:underline"
        >
          {name}
          {detail && <span className="ml-2 font-normal text-muted">{detail}</span>}
        </button>
      </th>
      {columns.map((column) => (
        <td key={column.name} className="sm:py-1 sm:pl-3 sm:text-right">
          {column.text(row, currency)}
          <span className="block text-xs text-muted sm:hidden">{t(column.title)}</span>
        </td>
      ))}
      <td className="text-muted sm:py-1 sm:pl-3 sm:text-right">
        {changeText(row.revenue, before) ?? "–"}
        <span className="block text-xs sm:hidden">
          <Trans>Change</Trans>
        </span>
      </td>
    </tr>
  );
}
