import { useLingui } from "@lingui/react/macro";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatNumber, formatRate } from "@/lib/format";
import { campaignColumn } from "../components/campaign-name";
import type { ChainCampaign } from "./api";
import { bookingsText, moneyText, none } from "./rules";

interface Props {
  campaigns: ChainCampaign[];
  currency: string;
}

type Read = (row: ChainCampaign) => number | null;

/** One row a campaign; costs per step and rates can be turned on. */
export function ChainTable({ campaigns, currency }: Props) {
  const { t } = useLingui();
  const column = (
    id: string,
    title: string,
    value: Read,
    text: (value: number) => string,
  ): TableColumn<ChainCampaign> => ({
    id,
    title,
    value,
    sort: "desc",
    align: "end",
    card: "line",
    isLabelled: true,
    cell: (row) => {
      const known = value(row);
      return <span className="tabular">{known === null ? none : text(known)}</span>;
    },
  });
  const amount = (value: number) => moneyText(value, currency);
  const rate = (id: string, title: string, value: Read) => ({
    ...column(id, title, value, formatRate),
    isOptional: true,
  });
  const columns: TableColumn<ChainCampaign>[] = [
    campaignColumn(t`Source · campaign`),
    column("cost", t`Spent`, ({ cost }) => cost, amount),
    column("clicks", t`Ad clicks`, ({ clicks }) => clicks, formatNumber),
    column("visits", t`Visits by a click`, ({ visits }) => visits, formatNumber),
    column("sessions", t`Sessions`, ({ sessions }) => sessions, formatNumber),
    column("bookings", t`Bookings`, ({ bookings }) => bookings, bookingsText),
    column("bookingsValue", t`Value`, ({ bookingsValue }) => bookingsValue, amount),
    column("kept", t`Kept bookings`, ({ keptBookings }) => keptBookings, bookingsText),
    column("keptValue", t`Kept value`, ({ keptValue }) => keptValue, amount),
    column("costPerKept", t`Cost per kept booking`, ({ costPerKept }) => costPerKept, amount),
    { ...column("costPerClick", t`Cost per click`, (row) => row.costPerClick, amount), isOptional: true },
    { ...column("costPerVisit", t`Cost per visit`, (row) => row.costPerVisit, amount), isOptional: true },
    {
      ...column("costPerSession", t`Cost per session`, (row) => row.costPerSession, amount),
      isOptional: true,
    },
    {
      ...column("costPerBooking", t`Cost per booking`, (row) => row.costPerBooking, amount),
      isOptional: true,
    },
    rate("visitRate", t`Visits per click`, ({ visitRate }) => visitRate),
    rate("sessionRate", t`Sessions per visit`, ({ sessionRate }) => sessionRate),
    rate("bookingRate", t`Bookings per session`, ({ bookingRate }) => bookingRate),
    rate("keptRate", t`Kept of bookings`, ({ keptRate }) => keptRate),
  ];
  return (
    <div className="mt-4">
      <DataTable
        label={t`Campaigns from click to kept booking`}
        name="chain"
        rows={campaigns}
        columns={columns}
        rowId={({ source, campaign }) => `${source}\n${campaign}`}
        defaultSort="-cost"
      />
    </div>
  );
}
