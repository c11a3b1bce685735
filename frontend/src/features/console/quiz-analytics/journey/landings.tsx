import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { formatNumber, formatRate } from "@/lib/format";
import { FilterOn } from "../components/filter-on";
import { PanelFiles } from "../components/panel-files";
import { shareOf } from "../rules/share";
import { noValue } from "../rules/view";

type Landing = components["schemas"]["CampaignLanding"];

interface Props {
  campaigns: Landing[];
  leftOut: number;
}

/** What became of each campaign's visits: those that never began the quiz are counted here alone. */
export function Landings({ campaigns, leftOut }: Props) {
  const { t } = useLingui();
  const none = t({ message: "none", context: "source or medium of a campaign" });
  const figures = [
    { name: t`Visits`, of: (one: Landing) => formatNumber(one.visits) },
    {
      name: t`Never started the quiz`,
      of: (one: Landing) => `${formatNumber(one.neverBegan)} (${shareOf(one.neverBeganRate, one.visits)})`,
    },
    { name: t`Started`, of: (one: Landing) => formatNumber(one.began) },
    { name: t`Booked`, of: (one: Landing) => formatNumber(one.booked) },
    {
      name: t`Booked, of visits`,
      of: (one: Landing) => (one.tooFew ? t`not enough data` : formatRate(one.rate)),
      title: (one: Landing) =>
        one.tooFew
          ? undefined
          : t`likely ${{ low: formatRate(one.low) }} to ${{ high: formatRate(one.high) }}`,
    },
  ];
  return (
    <div className="min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-bold">
          <Trans>Visits by campaign</Trans>
        </h3>
        <PanelFiles table="landings" label={t`Visits by campaign`} />
      </div>
      <p className="mt-0.5 text-sm text-slate">
        <Trans>All visits from campaigns, including those that left before the first question.</Trans>
      </p>
      <table className="tabular mt-2 block w-full text-sm sm:table">
        <thead className="hidden text-xs text-muted sm:table-header-group">
          <tr>
            <th className="py-1 text-left font-normal">
              <Trans>Source / medium · campaign</Trans>
            </th>
            {figures.map(({ name }) => (
              <th key={name} className="py-1 pl-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {campaigns.map((one) => (
            <tr
              key={`${one.source}\n${one.medium}\n${one.campaign}`}
              className="grid grid-cols-3 gap-x-3 gap-y-1 border-t border-line py-2 sm:table-row"
            >
              <th scope="row" className="col-span-3 text-left font-medium sm:py-1">
                <FilterOn
                  pressed={{
                    utmSource: one.source || noValue,
                    utmCampaign: one.campaign || noValue,
                  }}
                >
                  <span className="text-slate">
                    {one.source || one.medium
                      ? `${one.source || none} / ${one.medium || none}`
                      : t`Without a source`}
                  </span>
                  {one.campaign && <> · {one.campaign}</>}
                </FilterOn>
              </th>
              {figures.map(({ name, of, title }) => (
                <td key={name} className="sm:py-1 sm:pl-3 sm:text-right" title={title?.(one)}>
                  {of(one)}
                  <span className="block text-xs text-muted sm:hidden">{name}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
