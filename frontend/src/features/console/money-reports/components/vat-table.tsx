import { useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import type { Period } from "@/features/console/shared/period/period";
import { formatPercent } from "@/lib/format";
import type { VatOfCurrency, VatRow } from "../api";
import { Amount } from "./amounts";
import { VatDocuments } from "./vat-documents";

/** Net, VAT and gross by rate, with the documents behind each. */
export function VatTable({ report, period }: { report: VatOfCurrency; period: Period }) {
  const { t } = useLingui();
  const { currency, rows, total } = report;
  const nameOf = ({ percent }: VatRow) =>
    percent === null ? t`No VAT` : percent === 0 ? t`Outside VAT` : formatPercent(percent, 2);
  const amounts = [
    { id: "net", title: t`Net` },
    { id: "vat", title: t`VAT` },
    { id: "gross", title: t`Gross` },
  ] as const;
  const columns: TableColumn<VatRow>[] = [
    {
      id: "rate",
      title: t`VAT rate`,
      value: ({ percent }) => percent ?? -1,
      cell: (row) => <span className="font-semibold">{nameOf(row)}</span>,
    },
    {
      id: "invoices",
      title: t`Invoices`,
      value: ({ invoices }) => invoices.gross,
      cell: ({ invoices }) => <Kind figures={invoices} currency={currency} />,
      align: "end",
      card: "line",
      isLabelled: true,
    },
    {
      id: "creditNotes",
      title: t`Credit notes`,
      value: ({ creditNotes }) => creditNotes.gross,
      cell: ({ creditNotes }) => <Kind figures={creditNotes} currency={currency} />,
      align: "end",
      card: "line",
      isLabelled: true,
    },
    ...amounts.map(
      ({ id, title }): TableColumn<VatRow> => ({
        id,
        title,
        value: (row) => row.total[id],
        cell: (row) => (
          <span className={id === "vat" ? "font-bold" : ""}>
            <Amount value={row.total[id]} currency={currency} />
          </span>
        ),
        align: "end",
        card: id === "vat" ? "right" : "line",
        isLabelled: true,
      }),
    ),
  ];
  return (
    <section aria-label={t`VAT in ${{ currency }}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2 rounded-card border border-line bg-panel p-4">
        {amounts.map(({ id, title }) => (
          <div key={id}>
            <dt className="text-sm text-slate">{title}</dt>
            <dd className="tabular text-xl font-bold" data-testid={`${currency}-${id}`}>
              <Amount value={total[id]} currency={currency} />
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-sm text-slate">{t`Documents`}</dt>
          <dd className="tabular text-xl font-bold">{total.documents}</dd>
        </div>
      </dl>
      <DataTable
        label={t`VAT in ${{ currency }}`}
        isShort
        rows={rows}
        columns={columns}
        rowId={({ rate }) => rate}
        name={currency.toLowerCase()}
        details={(row) => ({
          label: t`Documents: ${{ rate: nameOf(row) }}`,
          content: <VatDocuments period={period} currency={currency} rate={row.rate} />,
        })}
      />
    </section>
  );
}

function Kind({ figures, currency }: { figures: VatRow["invoices"]; currency: string }) {
  if (figures.documents === 0) return <span className="text-muted">–</span>;
  return (
    <>
      <Amount value={figures.gross} currency={currency} />{" "}
      <span className="text-muted">({figures.documents})</span>
    </>
  );
}
