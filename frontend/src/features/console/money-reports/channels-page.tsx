import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { daysOf, periodReaders } from "@/features/console/shared/period/period";
import { useMe } from "@/features/console/shared/session";
import { todayIn } from "@/lib/dates";
import { formatDaySpan, formatNumber } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { type ChannelRow, channelReportQuery, fileUrl, viewFrom } from "./api";
import { Amount } from "./components/amounts";
import { PeriodBar } from "./components/period-bar";
import { ReportFrame } from "./components/report-frame";

/** Bookings, their value and the commission by channel. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [url, choose] = useUrlState(periodReaders);
  const today = todayIn(tenant.timezone);
  const period = viewFrom(url, today);
  const query = useQuery(channelReportQuery(period));
  const { from, to } = daysOf(period);
  const count = (id: string, title: string, read: (row: ChannelRow) => number): TableColumn<ChannelRow> => ({
    id,
    title,
    sort: "desc",
    align: "end",
    value: read,
    cell: (row) => <span className="tabular">{formatNumber(read(row))}</span>,
    card: "line",
    isLabelled: true,
  });
  const amount = (id: string, title: string, read: (row: ChannelRow) => number): TableColumn<ChannelRow> => ({
    ...count(id, title, read),
    cell: (row) => <Amount value={read(row)} currency={row.currency} />,
  });
  const columns: TableColumn<ChannelRow>[] = [
    {
      id: "name",
      title: t`Channel`,
      sort: "asc",
      value: ({ name }) => name,
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
      card: "line",
    },
    count("bookings", t`Bookings`, ({ bookings }) => bookings),
    count("cancelled", t`Cancelled`, ({ cancelled }) => cancelled),
    amount("value", t`Booked value`, ({ value }) => value),
    amount("commission", t`Commission`, ({ commission }) => commission),
  ];
  return (
    <ReportFrame
      title={t`Bookings by channel`}
      description={t`Bookings made ${{ period: formatDaySpan(from, to) }}. Cancelled ones have no value and no commission.`}
      files={[{ name: t`Download CSV`, url: fileUrl("channels/export.csv", period) }]}
      query={query}
      filters={<PeriodBar period={period} today={today} onChoose={choose} />}
      empty={({ rows }) =>
        rows.length === 0 && (
          <EmptyState title={t`No bookings by channels in this period`}>
            {t`Bookings appear here once a broker or a price feed brings them.`}
          </EmptyState>
        )
      }
    >
      {({ rows }) => (
        <DataTable
          label={t`Channels`}
          isShort
          rows={rows}
          columns={columns}
          rowId={({ channelId, currency }) => `${channelId} ${currency}`}
        />
      )}
    </ReportFrame>
  );
}
