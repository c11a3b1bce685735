import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useState } from "react";
import type { TableColumn } from "@/components/tables/columns";
import { TableTools } from "@/components/tables/table-tools";
import { useTableState } from "@/components/tables/use-table-state";
import { formatNumber, formatPercent } from "@/lib/format";
import { FilterOn } from "../components/filter-on";
import { noValue } from "../rules/view";
import type { CampaignMoney, Money } from "./api";
import { bookingsText, conversionsText, moneyText, none, returnText, spanOf } from "./rules";

const shownAtFirst = 10;

interface Column {
  id: string;
  title: string;
  text: (row: CampaignMoney) => string;
  /** Where a card on a phone says nothing by it. */
  isLeftOut?: (row: CampaignMoney) => boolean;
  /** Off until someone turns it on. */
  isOptional?: boolean;
}

interface Props {
  money: Money;
  onCosts: () => void;
}

/** What each campaign cost and brought; on a phone a card each. */
export function CampaignTable({ money: { campaigns, currency, hasCosts, leftOut }, onCosts }: Props) {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const sorted = [...campaigns].sort(
    (one, other) => (other.cost ?? 0) - (one.cost ?? 0) || other.bookedValue - one.bookedValue,
  );
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  const amount = (value: number | null) => moneyText(value, currency);
  const hasConversions = campaigns.some((row) => row.conversions !== null);
  const columns: Column[] = [
    { id: "impressions", title: t`Impressions`, text: (row) => countText(row.impressions), isOptional: true },
    { id: "clicks", title: t`Clicks`, text: (row) => countText(row.clicks), isOptional: true },
    {
      id: "clickRate",
      title: t`CTR`,
      text: (row) => (row.clickRate === null ? none : formatPercent(row.clickRate, 2)),
      isOptional: true,
    },
    { id: "costPerClick", title: t`CPC`, text: (row) => amount(row.costPerClick), isOptional: true },
    { id: "cost", title: t`Spent`, text: (row) => amount(row.cost) },
    { id: "sessions", title: t`Sessions`, text: (row) => formatNumber(row.totalSessions) },
    { id: "costPerSession", title: t`Cost per session`, text: (row) => amount(row.costPerSession) },
    {
      id: "conversions",
      title: t`Reported conversions`,
      text: (row) => conversionsText(row.conversions),
      isOptional: !hasConversions,
    },
    { id: "bookings", title: t`Bookings`, text: (row) => bookingsText(row.bookings) },
    { id: "costPerBooking", title: t`Cost per booking`, text: (row) => amount(row.costPerBooking) },
    { id: "booked", title: t`Booked`, text: (row) => amount(row.bookedValue) },
    { id: "driven", title: t`Driven`, text: (row) => amount(row.drivenValue) },
    ...(campaigns.some((row) => row.feesValue > 0)
      ? [
          {
            id: "fees",
            title: t`Fees`,
            text: (row: CampaignMoney) => amount(row.feesValue),
            isLeftOut: (row: CampaignMoney) => row.feesValue === 0,
          },
        ]
      : []),
    {
      id: "cancelled",
      title: t`Cancelled`,
      text: (row) => amount(row.cancelledValue),
      isLeftOut: (row) => row.cancelledValue === 0,
    },
  ];
  const choices: TableColumn<CampaignMoney>[] = [
    { id: "campaign", title: t`Source · campaign`, cell: (row) => row.campaign },
    ...columns.map(({ text, ...column }) => ({ ...column, cell: text })),
  ];
  const { shown: chosen, setShown } = useTableState(choices, undefined, "money");
  const visible = columns.filter(({ id }) => chosen.includes(id));
  if (campaigns.length === 0) return null;
  return (
    <>
      <div className="mt-4">
        <TableTools
          columns={choices}
          shown={chosen}
          onShow={setShown}
          sort={undefined}
          onSort={() => undefined}
          onSave={undefined}
        >
          {null}
        </TableTools>
      </div>
      <table className="tabular mt-2 block w-full text-sm lg:table">
        <caption className="sr-only">
          <Trans>Campaign costs and results</Trans>
        </caption>
        <thead className="hidden text-xs text-muted lg:table-header-group">
          <tr>
            <th className="py-1 text-left font-normal">
              <Trans>Source · campaign</Trans>
            </th>
            {visible.map(({ id, title }) => (
              <th key={id} className="py-1 pl-3 text-right font-normal">
                {title}
              </th>
            ))}
            <th className="py-1 pl-3 text-right font-normal">
              <Trans>Return on spend</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {shown.map((row) => (
            <tr
              key={`${row.source}\n${row.campaign}`}
              className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line py-3 lg:table-row"
            >
              <th scope="row" className="col-span-2 text-left font-medium break-words lg:py-2">
                <FilterOn
                  pressed={{ utmSource: row.source || noValue, utmCampaign: row.campaign || noValue }}
                >
                  <span className="text-slate">{row.source || t`Without a source`}</span>
                  {row.campaign && <> · {row.campaign}</>}
                </FilterOn>
              </th>
              {visible.map(({ id, title, text, isLeftOut }) => (
                <td
                  key={id}
                  className={clsx(
                    "lg:py-2 lg:pl-3 lg:text-right",
                    (text(row) === none || isLeftOut?.(row)) && "max-lg:hidden",
                  )}
                >
                  <span className="block text-xs text-muted lg:hidden">{title}</span>
                  {text(row)}
                </td>
              ))}
              <td
                className={clsx(
                  "col-span-2 lg:py-2 lg:pl-3 lg:text-right",
                  row.returnOnSpend === null && "max-lg:hidden",
                )}
              >
                <span className="block text-xs text-muted lg:hidden">
                  <Trans>Return on spend</Trans>
                </span>
                <ReturnCell row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-2 min-h-11 text-sm font-semibold text-pine underline-offset-4 hover:underline"
        >
          <Plural value={{ count: sorted.length }} one="Show all # campaigns" other="Show all # campaigns" />
        </button>
      )}
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
          <button type="button" onClick={onCosts} className="min-h-11 font-semibold text-pine underline">
            <Trans>Upload a report or type an amount</Trans>
          </button>
        </p>
      )}
    </>
  );
}

const countText = (count: number | null) => (count === null ? none : formatNumber(count));

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
