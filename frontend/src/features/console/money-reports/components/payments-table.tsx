import { useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { methodNames } from "@/features/console/shared/money-words";
import type { MethodRow, PaymentsOfCurrency } from "../api";
import { Amount, NamedAmount, Totals } from "./amounts";

/** What each method brought and gave back. */
export function PaymentsTable({ report }: { report: PaymentsOfCurrency }) {
  const { t } = useLingui();
  const { currency, methods } = report;
  const amount = (
    id: string,
    title: string,
    read: (row: MethodRow) => number,
    card: "line" | "right" = "line",
  ): TableColumn<MethodRow> => ({
    id,
    title,
    value: read,
    cell: (row) =>
      card === "right" ? (
        <strong>
          <Amount value={read(row)} currency={currency} />
        </strong>
      ) : (
        <NamedAmount name={title} value={read(row)} currency={currency} />
      ),
    align: "end",
    card,
  });
  const has = (read: (row: MethodRow) => number) => methods.some((row) => read(row) !== 0);
  const columns: TableColumn<MethodRow>[] = [
    {
      id: "method",
      title: t`Payment method`,
      value: ({ method }) => t(methodNames[method]),
      cell: ({ method }) => <span className="font-semibold">{t(methodNames[method])}</span>,
    },
    amount("received", t`Received`, ({ received }) => received),
    amount("refunded", t`Refunded`, ({ refunded }) => 0 - refunded),
    amount("net", t`Net received`, ({ net }) => net, "right"),
    amount("depositsTaken", t`Deposits received`, ({ depositsTaken }) => depositsTaken),
    amount("depositsReturned", t`Deposits returned`, ({ depositsReturned }) => 0 - depositsReturned),
    ...(has(({ transfers }) => transfers)
      ? [amount("transfers", t`Cash transfers`, ({ transfers }) => transfers)]
      : []),
    ...(has(({ differences }) => differences)
      ? [amount("differences", t`Cash differences`, ({ differences }) => differences)]
      : []),
    amount("change", t`Total change`, ({ change }) => change),
  ];
  return (
    <section aria-label={t`Payments in ${{ currency }}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Totals
        currency={currency}
        totals={[
          { name: t`Received`, amount: report.received },
          { name: t`Refunded`, amount: 0 - report.refunded },
          { name: t`Net received`, amount: report.net },
        ]}
      />
      <DataTable
        label={t`Payments in ${{ currency }}`}
        isShort
        rows={methods}
        columns={columns}
        rowId={({ method }) => method}
        name={currency.toLowerCase()}
      />
    </section>
  );
}
