import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { basisNames, type Channel, kindNames } from "@/features/console/shared/channels";
import { formatNumber } from "@/lib/format";

interface Props {
  channels: Channel[];
  onEdit: (channel: Channel) => void;
}

/** The company's channels with their terms. */
export function ChannelTable({ channels, onEdit }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<Channel>[] = [
    {
      id: "name",
      title: t`Name`,
      sort: "asc",
      value: ({ name }) => name,
      cell: ({ name, isActive }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold break-words">
          {name}
          {!isActive && (
            <Badge>
              <Trans context="state of a channel">Off</Trans>
            </Badge>
          )}
        </span>
      ),
      card: "line",
    },
    {
      id: "kind",
      title: t`Kind`,
      value: ({ kind }) => t(kindNames[kind]),
      cell: ({ kind }) => t(kindNames[kind]),
      card: "line",
      isLabelled: true,
    },
    {
      id: "rateBasis",
      title: t`Rates`,
      value: ({ rateBasis }) => t(basisNames[rateBasis]),
      cell: ({ rateBasis }) => t(basisNames[rateBasis]),
      card: "line",
      isLabelled: true,
    },
    {
      id: "commission",
      title: t`Commission`,
      align: "end",
      sort: "desc",
      value: ({ commissionPercent }) => commissionPercent,
      cell: ({ commissionPercent }) => (
        <span className="tabular">{formatNumber(commissionPercent, 2)} %</span>
      ),
      card: "line",
      isLabelled: true,
    },
  ];
  return (
    <DataTable
      label={t`Channels`}
      rows={channels}
      columns={columns}
      rowId={({ id }) => id}
      rowClass={({ isActive }) => !isActive && "text-muted"}
      actions={(channel) => (
        <Button
          look="quiet"
          className="min-h-11 px-3 text-sm"
          aria-label={t`Edit ${{ name: channel.name }}`}
          onClick={() => onEdit(channel)}
        >
          <Trans>Edit</Trans>
        </Button>
      )}
    />
  );
}
