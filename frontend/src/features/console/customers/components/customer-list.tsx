import { Trans, useLingui } from "@lingui/react/macro";
import { Ban } from "lucide-react";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { formatMomentDay, formatMoney, formatNumber } from "@/lib/format";
import { languageName } from "@/lib/i18n";
import type { Customer } from "../api";

interface Props {
  customers: readonly Customer[];
  pages: TablePages;
  currency: string | undefined;
}

export function CustomerList({ customers, pages, currency }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<Customer>[] = [
    {
      id: "name",
      title: t`Customer`,
      sort: "asc",
      cell: ({ name, isBlacklisted }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{name}</span>
          {isBlacklisted && (
            <Badge look="warning">
              <Ban aria-hidden size={13} /> <Trans>Blacklisted</Trans>
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: "contact",
      title: t`Contact`,
      cell: ({ email, phone }) => (
        <span className="text-slate">
          <span className="block">{email}</span>
          <span className="tabular block text-muted">{phone}</span>
        </span>
      ),
      card: "line",
    },
    {
      id: "language",
      title: t`Language`,
      cell: ({ language }) => <span className="text-slate">{language && languageName(language)}</span>,
      card: "none",
      isOptional: true,
    },
    {
      id: "bookings",
      title: t`Bookings`,
      sort: "desc",
      cell: ({ bookings }) => formatNumber(bookings),
      align: "end",
      isLabelled: true,
    },
    {
      id: "lastBookedAt",
      title: t`Last booked`,
      sort: "desc",
      cell: ({ lastBookedAt }) => (
        <span className="tabular whitespace-nowrap text-slate">{formatMomentDay(lastBookedAt)}</span>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "spent",
      title: t`Spent`,
      sort: "desc",
      cell: ({ spent }) => <span className="font-semibold">{formatMoney(spent, currency)}</span>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Customers`}
      rows={customers}
      columns={columns}
      rowId={({ id }) => id}
      to={({ id }) => adminPath.customer(id)}
      defaultSort="-lastBookedAt"
      isSortedByServer
      pages={pages}
    />
  );
}
