import { Trans, useLingui } from "@lingui/react/macro";
import { formatNumber } from "@/lib/format";
import { PanelFiles } from "../components/panel-files";
import type { ChainTotal, Money } from "./api";
import { ChainChart } from "./chain-chart";
import { ChainTable } from "./chain-table";
import type { Attribution } from "./rules";

interface Props {
  money: Money;
  attribution: Attribution;
}

/** From ad click to kept booking, in total and by campaign, and what is missing between the steps. */
export function Chain({ money: { chain, currency, hasCosts }, attribution }: Props) {
  const { t } = useLingui();
  const { total, campaigns, hasVisits } = chain;
  if (total === null) return null;
  return (
    <section aria-label={t`From click to kept booking`} className="mt-6">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-bold">
          <Trans>From click to kept booking</Trans>
        </h3>
        <PanelFiles table="chain" label={t`From click to kept booking`} more={{ ...attribution }} />
      </div>
      <p className="mt-0.5 max-w-3xl text-sm text-slate">
        <Trans>Campaigns with ad clicks or costs. A kept booking is neither cancelled nor a no-show.</Trans>
      </p>
      <ChainChart total={total} currency={currency} />
      <Gaps total={total} />
      {(!hasVisits || !hasCosts) && (
        <p className="mt-1 max-w-3xl text-sm text-slate">
          {!hasVisits ? (
            <Trans>Visits are not known by the filters that are set.</Trans>
          ) : (
            <Trans>Clicks and costs are not known by the filters that are set.</Trans>
          )}
        </p>
      )}
      <ChainTable campaigns={campaigns} currency={currency} />
    </section>
  );
}

/** Why the numbers of two steps differ, where that is not the visitors' choice. */
function Gaps({ total: { clicks, clickedVisits } }: { total: ChainTotal }) {
  const { t } = useLingui();
  return (
    <p className="mt-3 max-w-3xl text-sm text-slate">
      {clicks !== null && clickedVisits !== null && (
        <>
          {t`${{ clicks: formatNumber(clicks) }} clicks reported by the ad platforms, ${{ visits: formatNumber(clickedVisits) }} visits seen: the others refused consent, use a blocker or left before the page loaded.`}{" "}
        </>
      )}
      <Trans>Bookings of visitors who refused consent are not linked to a campaign.</Trans>
    </p>
  );
}
