import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
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
import { useAddressState } from "@/lib/address-state";
import { formatNumber } from "@/lib/format";
import { type Affiliate, affiliatesQuery, listReaders, type Sort, sorts } from "./api";
import { AffiliateRow } from "./components/affiliate-row";
import { NoAffiliates } from "./components/no-affiliates";
import { PayDialog } from "./components/pay-dialog";
import { CommissionRule } from "./components/rule";
import { StatsRow } from "./components/stats-row";
import { mayPay } from "./use-pay";

const columns = [
  msg({ message: "Bookings", context: "column of affiliates" }),
  msg({ message: "Revenue", context: "column of affiliates" }),
  msg({ message: "Earned", context: "column of affiliates" }),
  msg({ message: "Paid", context: "column of affiliates" }),
  msg({ message: "Owed", context: "column of affiliates" }),
];

const sortNames: Record<Sort, MessageDescriptor> = {
  owed: msg({ message: "Owed", context: "order of affiliates" }),
  name: msg({ message: "Name", context: "order of affiliates" }),
  revenue: msg({ message: "Revenue", context: "order of affiliates" }),
  bookings: msg({ message: "Bookings", context: "order of affiliates" }),
  paid: msg({ message: "Paid", context: "order of affiliates" }),
  newest: msg({ message: "Newest", context: "order of affiliates" }),
};

export function Component() {
  const { t } = useLingui();
  const [{ search = "", sort = "owed" }, change] = useAddressState(listReaders);
  const [paying, setPaying] = useState<Affiliate | null>(null);
  const query = useQuery(affiliatesQuery(search, sort));
  const { data } = query;
  const choose = (changes: { search?: string; sort?: string }) => change(changes, { replace: true });

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
          onChange={(event) => choose({ search: event.target.value })}
        />
        <label className="flex items-center gap-2 whitespace-nowrap text-sm text-slate">
          <Trans>Sort by</Trans>
          <select
            className={controlClass("min-w-36")}
            value={sort}
            onChange={(event) => choose({ sort: event.target.value })}
          >
            {sorts.map((value) => (
              <option key={value} value={value}>
                {t(sortNames[value])}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          title={t`Error loading affiliate data`}
          note={t`We'll try again every 30 seconds.`}
          empty={({ affiliates }) => affiliates.length === 0 && <NoAffiliates search={search} />}
        >
          {({ affiliates, currency, found, payableOn }) => (
            <div className="overflow-hidden rounded-card border border-line bg-panel">
              <div
                aria-hidden
                className="hidden gap-x-4 bg-stone px-4 py-2 text-sm font-semibold text-slate lg:grid lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))_minmax(0,1.2fr)_8rem]"
              >
                <span>
                  <Trans>Affiliate</Trans>
                </span>
                {columns.map((name) => (
                  <span key={name.id} className="text-right">
                    {t(name)}
                  </span>
                ))}
              </div>
              <ul>
                {affiliates.map((affiliate) => (
                  <AffiliateRow
                    key={affiliate.id}
                    affiliate={affiliate}
                    currency={currency}
                    onPay={() => mayPay(affiliate, payableOn) && setPaying(affiliate)}
                  />
                ))}
              </ul>
              {affiliates.length < found && (
                <p className="border-t border-line px-4 py-3 text-sm text-slate">
                  <Trans>
                    Showing {{ shown: affiliates.length }} of {{ found: formatNumber(found) }} affiliates.
                    Search to find the others; the totals above include all of them.
                  </Trans>
                </p>
              )}
            </div>
          )}
        </QueryBoundary>
      </div>
      {paying && data && (
        <PayDialog affiliate={paying} currency={data.currency} onClose={() => setPaying(null)} />
      )}
    </Tooltip.Provider>
  );
}
