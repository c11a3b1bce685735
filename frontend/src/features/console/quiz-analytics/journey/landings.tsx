import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { figureColumn, type TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatNumber, formatRate } from "@/lib/format";
import { campaignColumn } from "../components/campaign-name";
import { PanelFiles } from "../components/panel-files";
import { shareOf } from "../rules/change";

type Landing = components["schemas"]["CampaignLanding"];

interface Props {
  campaigns: Landing[];
  leftOut: number;
}

/** What became of each campaign's visits: those that never began the quiz are counted here alone. */
export function Landings({ campaigns, leftOut }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<Landing>[] = [
    campaignColumn(t`Source / medium · campaign`),
    figureColumn("visits", t`Visits`, ({ visits }) => visits),
    figureColumn(
      "never",
      t`Never started the quiz`,
      ({ neverBegan }) => neverBegan,
      (row) => `${formatNumber(row.neverBegan)} (${shareOf(row.neverBeganRate, row.visits)})`,
    ),
    figureColumn("started", t`Started`, ({ began }) => began),
    figureColumn("booked", t`Booked`, ({ booked }) => booked),
    figureColumn(
      "rate",
      t`Booked, of visits`,
      ({ tooFew, rate }) => (tooFew ? null : rate),
      ({ tooFew, rate, low, high }) =>
        tooFew ? (
          t`not enough data`
        ) : (
          <span title={t`likely ${{ low: formatRate(low) }} to ${{ high: formatRate(high) }}`}>
            {formatRate(rate)}
          </span>
        ),
    ),
  ];
  return (
    <div className="min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-bold">
          <Trans>Visits by campaign</Trans>
        </h3>
        <PanelFiles table="landings" label={t`Visits by campaign`} />
      </div>
      <p className="mt-0.5 mb-2 text-sm text-slate">
        <Trans>All visits from campaigns, including those that left before the first question.</Trans>
      </p>
      <DataTable
        label={t`Visits by campaign`}
        name="landings"
        rows={campaigns}
        columns={columns}
        rowId={({ source, medium, campaign }) => `${source}\n${medium}\n${campaign}`}
      />
      {leftOut > 0 && (
        <p className="mt-2 text-sm text-slate">
          <Plural
            value={{ leftOut }}
            one="# smaller campaign is not shown."
            other="# smaller campaigns are not shown."
          />
        </p>
      )}
    </div>
  );
}
