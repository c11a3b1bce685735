import { useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { columns, type Row, revenueBefore } from "../rules/columns";
import type { Cut } from "../rules/view";
import { changeText, cutNames, rowName } from "../rules/words";

interface Props {
  /** The prefix of the table's URL parameters. */
  name: string;
  rows: readonly Row[];
  cut: Cut;
  currency: string;
  onOpen: (key: string) => void;
}

const shownAtFirst = 25;

/** A row per value, each leading to the rentals behind it. */
export function CutTable({ name, rows, cut, currency, onOpen }: Props) {
  const { t } = useLingui();
  const figure = { sort: "desc", align: "end", card: "line", isLabelled: true } as const;
  const shown: TableColumn<Row>[] = [
    {
      id: "name",
      title: t(cutNames[cut]),
      sort: "asc",
      value: (row) => (cut === "month" ? row.key : rowName(cut, row)),
      card: "line",
      cell: (row) => (
        <button
          type="button"
          onClick={() => onOpen(row.key)}
          title={t`Rentals behind these figures`}
          className="min-h-9 text-left break-words underline-offset-4 hover:underline"
        >
          {rowName(cut, row)}
          {"detail" in row && row.detail && <span className="ml-2 font-normal text-muted">{row.detail}</span>}
        </button>
      ),
    },
    ...columns.map(
      (column): TableColumn<Row> => ({
        ...figure,
        id: column.name,
        title: t(column.title),
        value: (row) => row[column.name],
        cell: (row) => column.text(row, currency),
      }),
    ),
    {
      ...figure,
      id: "change",
      title: t`Change`,
      value: (row) => revenueBefore(row) && row.revenue / revenueBefore(row),
      cell: (row) => <span className="text-muted">{changeText(row.revenue, revenueBefore(row)) ?? "–"}</span>,
    },
  ];
  return (
    <DataTable
      label={t(cutNames[cut])}
      name={name}
      rows={rows}
      columns={shown}
      rowId={({ key }) => key}
      shownAtFirst={shownAtFirst}
    />
  );
}
