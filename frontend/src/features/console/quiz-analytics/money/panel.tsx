import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { useUrlState } from "@/lib/url-state";
import { moneyQuery } from "../api";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import type { PanelProps } from "../rules/view";
import { AnswerValues } from "./answer-values";
import { AttributionFields } from "./attribution-fields";
import { CampaignTable } from "./campaign-table";
import { Chain } from "./chain";
import { CostsDialog } from "./costs/dialog";
import { attributionReaders, waysReaders } from "./rules";
import { Summary } from "./summary";

/** What campaigns cost and brought, and what a session of each answer brings. */
export function MoneyPanel({ view }: PanelProps) {
  const { t } = useLingui();
  const [url, choose] = useUrlState(attributionReaders);
  const attribution = { windowDays: url.windowDays ?? "90", credit: url.credit ?? "last" } as const;
  const query = useQuery(moneyQuery(view, attribution));
  const [{ costs }, showCosts] = useUrlState(waysReaders);
  const openCosts = () => showCosts({ costs: "upload" });
  return (
    <section aria-label={t`Money`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title={t`Money`}
        description={t`What these sessions brought in and what their campaigns cost. Bookings are matched to sessions by click or device.`}
      >
        <div className="flex gap-2">
          <Button look="quiet" className="min-h-11 px-4 text-sm" onClick={openCosts}>
            <Trans>Campaign costs</Trans>
          </Button>
          <PanelFiles table="money" label={t`Campaign costs and results`} more={attribution} />
        </div>
      </SectionHead>
      <AttributionFields value={attribution} onChoose={choose} />
      <Shown query={query}>
        {(money) => (
          <div className={query.isPlaceholderData ? "opacity-60" : ""} aria-busy={query.isPlaceholderData}>
            <Summary money={money} />
            {!money.hasCosts && (
              <p className="mt-3 text-sm text-slate">
                <Trans>
                  Costs are available only by source and campaign. Remove other filters to see them.
                </Trans>
              </p>
            )}
            {money.otherCurrency > 0 && (
              <p className="mt-3 text-sm text-slate">
                <Plural
                  value={money.otherCurrency}
                  one="# booking in another currency is counted without its amount."
                  other="# bookings in other currencies are counted without their amounts."
                />
              </p>
            )}
            <CampaignTable money={money} onCosts={openCosts} />
            <Chain money={money} attribution={attribution} />
            <AnswerValues
              questions={money.answerDistribution}
              currency={money.currency}
              attribution={attribution}
            />
          </div>
        )}
      </Shown>
      {costs && (
        <CostsDialog
          way={costs}
          onChoose={(way) => showCosts({ costs: way }, { replace: true })}
          onClose={() => showCosts({ costs: undefined }, { replace: true })}
        />
      )}
    </section>
  );
}
