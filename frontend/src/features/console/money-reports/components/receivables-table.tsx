import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import type { CustomerReceivables, ReceivablesOfCurrency } from "../api";
import { Amount, NamedAmount, Totals } from "./amounts";
import { OpenItems } from "./open-items";

/** What customers owe, by how long it has been overdue. */
export function ReceivablesTable({ report }: { report: ReceivablesOfCurrency }) {
  const { t } = useLingui();
  const { currency, customers, total } = report;
  const ages = [
    { id: "notDue", title: t`Not due` },
    { id: "days30", title: t`1–30 days` },
    { id: "days60", title: t`31–60 days` },
    { id: "days90", title: t`61–90 days` },
    { id: "older", title: t`Over 90 days` },
    { id: "total", title: t`Total` },
  ] as const;
  const columns: TableColumn<CustomerReceivables>[] = [
    {
      id: "name",
      title: t`Customer`,
      sort: "asc",
      value: ({ name }) => name,
      cell: ({ name, customerId }) =>
        customerId ? (
          <Link
            className="font-semibold underline decoration-line underline-offset-4"
            to={adminPath.customer(customerId)}
          >
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        ),
    },
    ...ages.map(
      ({ id, title }): TableColumn<CustomerReceivables> => ({
        id,
        title,
        sort: "desc",
        value: (row) => row.ages[id],
        cell: (row) =>
          id === "total" ? (
            <strong>
              <Amount value={row.ages[id]} currency={currency} />
            </strong>
          ) : (
            <NamedAmount name={title} value={row.ages[id]} currency={currency} />
          ),
        align: "end",
        card: id === "total" ? "right" : "line",
      }),
    ),
  ];
  return (
    <section aria-label={t`Receivables in ${{ currency }}`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Totals
        currency={currency}
        totals={ages.map(({ id, title }) => ({ name: title, amount: total[id] }))}
      />
      <DataTable
        label={t`Receivables in ${{ currency }}`}
        rows={customers}
        columns={columns}
        rowId={({ key }) => key}
        defaultSort="-total"
        name={currency.toLowerCase()}
        details={({ name, items }) => ({
          label: t`Open bookings of ${{ name }}`,
          content: <OpenItems items={items} currency={currency} />,
        })}
      />
    </section>
  );
}
