import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { WithAccess } from "@/components/console/with-access";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatNumber, formatPercent } from "@/lib/format";
import { campaignColumn } from "../components/campaign-name";
import type { CampaignMoney, Money } from "./api";
import { bookingsText, moneyText, none, returnText, spanOf } from "./rules";

const shownAtFirst = 10;

interface Props {
  money: Money;
  onCosts: () => void;
}

/** What each campaign cost and brought. */
export function CampaignTable({ money: { campaigns, currency, hasCosts, leftOut }, onCosts }: Props) {
  const { t } = useLingui();
  if (campaigns.length === 0) return null;
  const column = (
    id: string,
    title: string,
    value: (row: CampaignMoney) => number | null,
    text: (value: number) => string,
    more: Partial<TableColumn<CampaignMoney>> = {},
  ): TableColumn<CampaignMoney> => ({
    id,
    title,
    value,
    sort: "desc",
    align: "end",
    card: "line",
    isLabelled: true,
    isLeftOut: (row) => value(row) === null,
    cell: (row) => {
      const known = value(row);
      return known === null ? none : text(known);
    },
    ...more,
  });
  const amount = (value: number) => moneyText(value, currency);
  const hasConversions = campaigns.some(({ conversions }) => conversions !== null);
  const optional = { isOptional: true };
  const columns: TableColumn<CampaignMoney>[] = [
    campaignColumn(t`Source · campaign`),
    column("impressions", t`Impressions`, (row) => row.impressions, formatNumber, optional),
    column("clicks", t`Clicks`, (row) => row.clicks, formatNumber, optional),
    column(
      "clickRate",
      t`CTR`,
      (row) => row.clickRate,
      (rate) => formatPercent(rate, 2),
      optional,
    ),
    column("costPerClick", t`CPC`, (row) => row.costPerClick, amount, optional),
    column("cost", t`Spent`, (row) => row.cost, amount),
    column("sessions", t`Sessions`, (row) => row.totalSessions, formatNumber),
    column("costPerSession", t`Cost per session`, (row) => row.costPerSession, amount),
    column("conversions", t`Reported conversions`, (row) => row.conversions, bookingsText, {
      isOptional: !hasConversions,
    }),
    column("bookings", t`Bookings`, (row) => row.bookings, bookingsText),
    column("costPerBooking", t`Cost per booking`, (row) => row.costPerBooking, amount),
    column("booked", t`Booked`, (row) => row.bookedValue, amount),
    column("driven", t`Driven`, (row) => row.drivenValue, amount),
    ...(campaigns.some((row) => row.feesValue > 0)
      ? [
          column("fees", t`Fees`, (row) => row.feesValue, amount, {
            isLeftOut: ({ feesValue }) => feesValue === 0,
          }),
        ]
      : []),
    column("cancelled", t`Cancelled`, (row) => row.cancelledValue, amount, {
      isLeftOut: ({ cancelledValue }) => cancelledValue === 0,
    }),
    column("return", t`Return on spend`, (row) => row.returnOnSpend, returnText, {
      cell: (row) => <ReturnCell row={row} />,
    }),
  ];
  return (
    <>
      <div className="mt-4">
        <DataTable
          label={t`Campaign costs and results`}
          name="money"
          rows={campaigns.toSorted(
            (one, other) => (other.cost ?? 0) - (one.cost ?? 0) || other.bookedValue - one.bookedValue,
          )}
          columns={columns}
          rowId={({ source, campaign }) => `${source}\n${campaign}`}
          shownAtFirst={shownAtFirst}
          csv={t`Campaign costs and results`}
        />
      </div>
      {leftOut > 0 && (
        <p className="mt-2 text-sm text-slate">
          <Plural
            value={leftOut}
            one="# smaller campaign is left out."
            other="# smaller campaigns are left out."
          />
        </p>
      )}
      {hasCosts && campaigns.every((row) => row.cost === null) && (
        <p className="mt-3 text-sm text-slate">
          <Trans>No campaign costs yet.</Trans>{" "}
          <WithAccess>
            <button type="button" onClick={onCosts} className="min-h-11 font-semibold text-pine underline">
              <Trans>Upload a report or type an amount</Trans>
            </button>
          </WithAccess>
        </p>
      )}
    </>
  );
}

function ReturnCell({ row }: { row: CampaignMoney }) {
  if (row.returnOnSpend === null) return none;
  const span = spanOf(row.returnLow, row.returnHigh, returnText);
  return (
    <>
      <b>{returnText(row.returnOnSpend)}</b>
      <span className="block text-xs whitespace-nowrap text-muted">
        {span ?? <Trans>not enough data</Trans>}
      </span>
    </>
  );
}
