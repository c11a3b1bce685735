import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatMoney, formatNumber } from "@/lib/format";
import { campaignsQuery } from "../api";
import { CampaignName } from "../components/campaign-name";
import { DrillDown } from "../components/drill-down";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import { shareOf } from "../rules/share";
import type { PanelProps } from "../rules/view";
import { allOf, type Campaign } from "./rules";

const shownAtFirst = 10;

interface Props {
  campaigns: Campaign[];
  currency: string;
}

/** What each campaign brought. A click on one shows the whole page for it. */
export const Campaigns = memo(function Campaigns({ campaigns, currency }: Props) {
  const { t } = useLingui();
  const figure = { sort: "desc", align: "end", card: "line", isLabelled: true } as const;
  const columns: TableColumn<Campaign>[] = [
    {
      id: "campaign",
      title: t`Source / medium · campaign`,
      sort: "asc",
      value: ({ source, medium, campaign }) => `${source} ${medium} ${campaign}`,
      card: "line",
      cell: (row) => <CampaignName source={row.source} medium={row.medium} campaign={row.campaign} />,
    },
    {
      ...figure,
      id: "sessions",
      title: t({ message: "Sessions", context: "column of campaigns" }),
      value: ({ totalSessions }) => totalSessions,
      cell: (row) => <DrillDown bar={allOf(row)}>{formatNumber(row.totalSessions)}</DrillDown>,
    },
    {
      ...figure,
      id: "completed",
      title: t({ message: "Completed", context: "column of campaigns" }),
      value: ({ completionRate }) => completionRate,
      cell: (row) => shareOf(row.completionRate, row.totalSessions),
    },
    {
      ...figure,
      id: "converted",
      title: t({ message: "Converted", context: "column of campaigns" }),
      value: ({ conversionCount }) => conversionCount,
      cell: (row) => formatNumber(row.conversionCount),
    },
    {
      ...figure,
      id: "rate",
      title: t({ message: "Conversion rate", context: "column of campaigns" }),
      value: ({ conversionRate }) => conversionRate,
      cell: (row) => shareOf(row.conversionRate, row.totalSessions),
    },
    {
      ...figure,
      id: "booked",
      title: t({ message: "Booked value", context: "column of campaigns" }),
      value: ({ bookedValue }) => bookedValue,
      cell: (row) => formatMoney(row.bookedValue, currency),
    },
  ];
  return (
    <section aria-label={t`Campaigns`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title={t`Campaigns`}
        description={t`Results by source, medium and campaign. Booked value excludes cancelled bookings.`}
      >
        <PanelFiles table="campaigns" label={t`Campaigns`} />
      </SectionHead>
      <div className="mt-3">
        <DataTable
          label={t`Campaigns`}
          name="campaigns"
          rows={campaigns}
          columns={columns}
          rowId={({ source, medium, campaign }) => `${source}\n${medium}\n${campaign}`}
          defaultSort="-sessions"
          shownAtFirst={shownAtFirst}
        />
      </div>
    </section>
  );
});

export function CampaignsPanel({ view }: PanelProps) {
  return (
    <Shown query={useQuery(campaignsQuery(view))}>
      {({ campaigns, currency }) => <Campaigns campaigns={campaigns} currency={currency} />}
    </Shown>
  );
}
