import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { formatMoment } from "@/lib/format";
import type { Visit } from "../api";

interface Props {
  visits: readonly Visit[];
  pages: TablePages;
  timezone: string;
  onDelete: (visits: readonly Visit[]) => unknown;
}

export function VisitList({ visits, pages, timezone, onDelete }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<Visit>[] = [
    {
      id: "ipAddress",
      title: t`IP address`,
      sort: "asc",
      cell: ({ ipAddress }) => <span className="tabular font-medium">{ipAddress}</span>,
    },
    {
      id: "visitedAt",
      title: t`Visited`,
      sort: "desc",
      cell: ({ visitedAt }) => (
        <span className="tabular whitespace-nowrap text-slate">{formatMoment(visitedAt, timezone)}</span>
      ),
    },
    {
      id: "traffic",
      title: t`Came by`,
      cell: ({ isGoogleAdsTraffic }) =>
        isGoogleAdsTraffic ? (
          <Badge look="good">
            <Trans>Paid search</Trans>
          </Badge>
        ) : (
          <span className="text-muted">
            <Trans>Other ways</Trans>
          </span>
        ),
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Visits`}
      rows={visits}
      columns={columns}
      rowId={({ id }) => id}
      actions={(visit) => {
        const { ipAddress } = visit;
        const moment = formatMoment(visit.visitedAt, timezone);
        return (
          <button
            type="button"
            aria-label={t`Delete the visit of ${{ ipAddress }}, ${moment}`}
            onClick={() => onDelete([visit])}
            className="grid size-11 place-items-center rounded-xl text-muted hover:bg-stone hover:text-danger"
          >
            <Trash2 aria-hidden size={16} />
          </button>
        );
      }}
      actionsCard="right"
      bulkActions={(selected, clear) => (
        <Button
          look="risky"
          className="min-h-11 px-3 text-sm"
          onClick={() => {
            clear();
            onDelete(selected);
          }}
        >
          <Trash2 aria-hidden size={16} /> <Trans>Delete</Trans>
        </Button>
      )}
      defaultSort="-visitedAt"
      isSortedByServer
      pages={pages}
    />
  );
}
