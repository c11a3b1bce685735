import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { documentNames } from "@/features/console/shared/money-words";
import { formatMomentDay, formatMoney } from "@/lib/format";
import type { Document } from "../api";

interface Props {
  documents: readonly Document[];
  pages: TablePages;
}

/** Documents with their files; each leads to its booking. */
export function DocumentTable({ documents, pages }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<Document>[] = [
    {
      id: "number",
      title: t`Number`,
      sort: "asc",
      cell: ({ id, number }) => (
        <a
          className="tabular inline-flex min-h-11 items-center gap-2 font-semibold text-pine underline underline-offset-4"
          href={`/api/admin/invoices/${id}/file`}
          target="_blank"
          rel="noreferrer"
        >
          <FileText aria-hidden size={18} className="shrink-0" /> {number}
        </a>
      ),
    },
    {
      id: "kind",
      title: t`Kind`,
      cell: ({ kind, creditNotes, isVoid, credits }) => (
        <span className="flex flex-wrap justify-end gap-1 lg:justify-start">
          <Badge look={kind === "invoice" ? "good" : "plain"}>{t(documentNames[kind])}</Badge>
          {creditNotes.map((number) => (
            <Badge key={number} look="warning">
              {isVoid ? t`voided by ${{ number }}` : t`credited by ${{ number }}`}
            </Badge>
          ))}
          {credits && <Badge>{t`credits ${{ number: credits }}`}</Badge>}
        </span>
      ),
      card: "right",
    },
    {
      id: "customerName",
      title: t`Customer`,
      sort: "asc",
      cell: (row) => <CustomerCell {...row} />,
    },
    {
      id: "issuedAt",
      title: t`Issued`,
      sort: "desc",
      cell: ({ issuedAt }) => (
        <span className="tabular whitespace-nowrap text-slate">{formatMomentDay(issuedAt)}</span>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "total",
      title: t`Total`,
      sort: "desc",
      cell: ({ total, currency }) => (
        <span className={clsx("font-semibold", total < 0 && "text-danger")}>
          {formatMoney(total, currency)}
        </span>
      ),
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Invoices`}
      rows={documents}
      columns={columns}
      rowId={({ id }) => id}
      defaultSort="-issuedAt"
      isSortedByServer
      pages={pages}
    />
  );
}

interface Customer {
  customerName: string;
  bookingId: string;
  reference: string;
}

/** Whose invoice it is, and of which booking. */
export function CustomerCell({ customerName, bookingId, reference }: Customer) {
  return (
    <>
      <span className="block font-semibold">{customerName}</span>
      <Link className="tabular text-slate underline underline-offset-4" to={adminPath.booking(bookingId)}>
        {reference}
      </Link>
    </>
  );
}
