import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Tooltip } from "radix-ui";
import { useState } from "react";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { buttonClass } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { formatNumber } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { type Affiliate, affiliatesQuery, listReaders } from "./api";
import { AffiliateList } from "./components/affiliate-list";
import { NoAffiliates } from "./components/no-affiliates";
import { PayDialog } from "./components/pay-dialog";
import { CommissionRule } from "./components/rule";
import { StatsRow } from "./components/stats-row";
import { mayPay } from "./use-pay";

export function Component() {
  const { t } = useLingui();
  const [filters, change] = useUrlState(listReaders);
  const [paying, setPaying] = useState<Affiliate | null>(null);
  const { search = "" } = filters;
  const query = useQuery(affiliatesQuery(filters));
  const { data } = query;

  return (
    <Tooltip.Provider delayDuration={150}>
      <PageHeader
        title={t`Affiliates`}
        description={t`Who refers customers to you, what they brought in, and what you owe them.`}
      >
        <Link className={buttonClass("quiet")} to={paths.admin.promoCodes}>
          <Trans>Promo codes</Trans>
        </Link>
        <Link className={buttonClass("quiet")} to={paths.admin.payouts}>
          <Trans>Payouts</Trans>
        </Link>
      </PageHeader>
      {(data || !query.isError) && <StatsRow stats={data?.stats} currency={data?.currency} />}
      {data && <CommissionRule payableOn={data.payableOn} />}
      <div className="mt-6 flex flex-wrap gap-3">
        <input
          type="search"
          aria-label={t`Search affiliates`}
          placeholder={t`Name, email or code`}
          className={controlClass("max-w-sm")}
          value={search}
          onChange={(event) => change({ search: event.target.value }, { replace: true })}
        />
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          title={t`Error loading affiliate data`}
          note={t`We'll try again every 30 seconds.`}
          empty={({ affiliates }) => affiliates.length === 0 && <NoAffiliates search={search} />}
        >
          {({ affiliates, currency, found, payableOn }) => (
            <>
              <AffiliateList
                affiliates={affiliates}
                currency={currency}
                onPay={(affiliate) => mayPay(affiliate, payableOn) && setPaying(affiliate)}
              />
              {affiliates.length < found && (
                <p className="text-sm text-slate">
                  <Trans>
                    Showing {{ shown: affiliates.length }} of {{ found: formatNumber(found) }} affiliates.
                    Search to find the others; the totals above include all of them.
                  </Trans>
                </p>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
      {paying && data && (
        <PayDialog affiliate={paying} currency={data.currency} onClose={() => setPaying(null)} />
      )}
    </Tooltip.Provider>
  );
}
