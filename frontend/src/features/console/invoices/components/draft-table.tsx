import { useLingui } from "@lingui/react/macro";
import { FilePen } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { InvoiceDialog } from "@/features/console/shared/money-panel/components/invoice-dialog";
import { useMay } from "@/features/console/shared/session";
import { formatMomentDay, formatMoney } from "@/lib/format";
import type { Draft } from "../api";
import { CustomerCell } from "./document-table";

interface Props {
  drafts: readonly Draft[];
  pages: TablePages;
}

/** Invoices that are not issued yet; each opens as its preview. */
export function DraftTable({ drafts, pages }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const [open, setOpen] = useState<string | null>(null);
  const columns: TableColumn<Draft>[] = [
    {
      id: "number",
      title: t`Invoice`,
      cell: ({ bookingId, reference }) => (
        <Button
          look="plain"
          className="-mx-2 min-h-11 px-2"
          disabled={!may("payments")}
          aria-label={t`Open the draft invoice of booking ${{ reference }}`}
          onClick={() => setOpen(bookingId)}
        >
          <FilePen aria-hidden size={18} className="shrink-0" /> {t`Open draft`}
        </Button>
      ),
    },
    { id: "status", title: t`Status`, cell: () => <Badge>{t`Draft`}</Badge>, card: "right" },
    {
      id: "customerName",
      title: t`Customer`,
      cell: (row) => <CustomerCell {...row} />,
    },
    {
      id: "savedAt",
      title: t`Saved`,
      cell: ({ savedAt, savedBy }) => (
        <span className="tabular whitespace-nowrap text-slate">
          {[formatMomentDay(savedAt), savedBy].filter(Boolean).join(" · ")}
        </span>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "total",
      title: t`Total`,
      cell: ({ total, currency }) => <span className="font-semibold">{formatMoney(total, currency)}</span>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <section aria-label={t`Drafts`}>
      <DataTable
        label={t`Drafts`}
        rows={drafts}
        columns={columns}
        rowId={({ bookingId }) => bookingId}
        isSortedByServer
        isShort
        pages={pages}
        name="drafts"
      />
      {open && <InvoiceDialog bookingId={open} hasDraft onClose={() => setOpen(null)} />}
    </section>
  );
}
