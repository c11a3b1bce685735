import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { figureColumn, type TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatMoney, formatNumber } from "@/lib/format";
import { campaignsQuery } from "../api";
import { campaignColumn } from "../components/campaign-name";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import { DrillDown } from "../components/view-context";
import { shareOf } from "../rules/change";
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
  const columns: TableColumn<Campaign>[] = [
    campaignColumn(t`Source / medium · campaign`),
    figureColumn(
      "sessions",
      t({ message: "Sessions", context: "column of campaigns" }),
      ({ totalSessions }) => totalSessions,
      (row) => <DrillDown bar={allOf(row)}>{formatNumber(row.totalSessions)}</DrillDown>,
    ),
    figureColumn(
      "completed",
      t({ message: "Completed", context: "column of campaigns" }),
      ({ completionRate }) => completionRate,
      (row) => shareOf(row.completionRate, row.totalSessions),
    ),
    figureColumn(
      "converted",
      t({ message: "Converted", context: "column of campaigns" }),
      ({ conversionCount }) => conversionCount,
      (row) => formatNumber(row.conversionCount),
    ),
    figureColumn(
      "rate",
      t({ message: "Conversion rate", context: "column of campaigns" }),
      ({ conversionRate }) => conversionRate,
      (row) => shareOf(row.conversionRate, row.totalSessions),
    ),
    figureColumn(
      "booked",
      t({ message: "Booked value", context: "column of campaigns" }),
      ({ bookedValue }) => bookedValue,
      (row) => formatMoney(row.bookedValue, currency),
    ),
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
