import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { buttonClass } from "@/components/ui/button";
import { useMe } from "@/features/console/shared/session";
import { formatDaySpan, formatMoment, formatMoney } from "@/lib/format";
import { type Export, fileNames, fileUrl } from "../api";

/** Exported periods with their files. */
export function ExportTable({ exports }: { exports: readonly Export[] }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const columns: TableColumn<Export>[] = [
    {
      id: "period",
      title: t`Period`,
      sort: "desc",
      value: ({ from }) => from,
      cell: ({ from, to }) => <span className="font-semibold">{formatDaySpan(from, to)}</span>,
    },
    {
      id: "postings",
      title: t`Entries`,
      sort: "desc",
      align: "end",
      value: ({ postings }) => postings,
      cell: ({ postings }) => <span className="tabular">{postings}</span>,
      card: "line",
      isLabelled: true,
    },
    {
      id: "sums",
      title: t`Debit = credit`,
      align: "end",
      value: ({ sums }) => sums[0]?.amount ?? 0,
      cell: ({ sums }) =>
        sums.map(({ currency, amount }) => (
          <span key={currency} className="tabular block">
            {formatMoney(amount, currency)}
          </span>
        )),
      card: "line",
      isLabelled: true,
    },
    {
      id: "createdAt",
      title: t`Exported`,
      sort: "desc",
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt, createdBy }) => (
        <>
          <span className="tabular">{formatMoment(createdAt, tenant.timezone)}</span>
          <span className="block text-xs text-muted">{createdBy}</span>
        </>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "digest",
      title: t`Digest`,
      value: ({ digest }) => digest,
      cell: ({ digest }) => <code className="break-all text-xs text-muted">{digest}</code>,
      card: "none",
      isOptional: true,
    },
  ];
  return (
    <DataTable
      label={t`Accounting exports`}
      rows={exports}
      columns={columns}
      rowId={({ number }) => String(number)}
      actions={(row) => (
        <span className="flex justify-end gap-2">
          {(["journal", "datev"] as const)
            .filter((file) => file === "journal" || row.hasDatev)
            .map((file) => (
              <a
                key={file}
                className={buttonClass("quiet", "min-h-11 px-3 text-sm")}
                href={fileUrl(row.number, file)}
                aria-label={t`Download ${{ file: t(fileNames[file]) }} for ${{ period: formatDaySpan(row.from, row.to) }}`}
                download
              >
                <Download aria-hidden size={16} /> {t(fileNames[file])}
              </a>
            ))}
        </span>
      )}
    />
  );
}
