import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown } from "lucide-react";
import { memo, useState } from "react";
import { controlClass } from "@/components/ui/field";
import { formatMoney, formatNumber } from "@/lib/format";
import { DrillDown } from "../components/drill-down";
import { FilterOn } from "../components/filter-on";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { shareOf } from "../rules/share";
import { noValue } from "../rules/view";
import { allOf, type Campaign, type Column, columns } from "./columns";

const shownAtFirst = 10;

interface Props {
  campaigns: Campaign[];
  currency: string;
}

/** What each campaign brought. A click on one shows the whole page for it. */
export const Campaigns = memo(function Campaigns({ campaigns, currency }: Props) {
  const { t } = useLingui();
  const [by, setBy] = useState<Column>("totalSessions");
  const [all, setAll] = useState(false);
  const none = t({ message: "none", context: "source or medium of a campaign" });
  const sorted = [...campaigns].sort((one, other) => other[by] - one[by]);
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  const text = (campaign: Campaign, column: Column) =>
    column === "bookedValue"
      ? formatMoney(campaign.bookedValue, currency)
      : column === "totalSessions" || column === "conversionCount"
        ? formatNumber(campaign[column])
        : shareOf(campaign[column], campaign.totalSessions);
  return (
    <section aria-label={t`Campaigns`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title={t`Campaigns`}
        description={t`Results by source, medium and campaign. Booked value excludes cancelled bookings.`}
      >
        <div className="flex gap-2">
          <select
            aria-label={t`Sort campaigns`}
            className={controlClass("min-h-11 w-auto py-0 text-sm sm:hidden")}
            value={by}
            onChange={(event) => setBy(event.target.value as Column)}
          >
            {columns.map(({ name, order }) => (
              <option key={name} value={name}>
                {t(order)}
              </option>
            ))}
          </select>
          <PanelFiles table="campaigns" label={t`Campaigns`} />
        </div>
      </SectionHead>
      <table className="tabular mt-3 block w-full text-sm sm:table">
        <thead className="hidden text-xs text-muted sm:table-header-group">
          <tr>
            <th className="py-1 text-left font-normal">
              <Trans>Source / medium · campaign</Trans>
            </th>
            {columns.map(({ name, title }) => (
              <th key={name} className="pl-3 font-normal" aria-sort={by === name ? "descending" : undefined}>
                <button
                  type="button"
                  onClick={() => setBy(name)}
                  className="ml-auto flex min-h-8 items-center gap-1 whitespace-nowrap hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
                  aria-pressed={by === name}
                >
                  {by === name && <ArrowDown aria-hidden size={12} strokeWidth={3} />}
                  {t(title)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {shown.map((campaign) => (
            <tr
              key={`${campaign.source}\n${campaign.medium}\n${campaign.campaign}`}
              className="grid grid-cols-3 gap-x-3 gap-y-1 border-t border-line py-2 sm:table-row"
            >
              <th scope="row" className="col-span-3 text-left font-medium sm:py-1">
                <FilterOn
                  pressed={{
                    utmSource: campaign.source || noValue,
                    utmCampaign: campaign.campaign || noValue,
                  }}
                >
                  <span className="text-slate">
                    {campaign.source || campaign.medium
                      ? `${campaign.source || none} / ${campaign.medium || none}`
                      : t`Without a source`}
                  </span>
                  {campaign.campaign && <> · {campaign.campaign}</>}
                </FilterOn>
              </th>
              {columns.map(({ name, unit }) => (
                <td key={name} className="sm:py-1 sm:pl-3 sm:text-right">
                  {name === "totalSessions" ? (
                    <DrillDown bar={allOf(campaign)}>{text(campaign, name)}</DrillDown>
                  ) : (
                    text(campaign, name)
                  )}
                  <span className="block text-xs text-muted sm:hidden">{t(unit)}</span>
                </td>
              ))}
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
    </section>
  );
});
