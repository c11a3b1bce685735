import { useQuery } from "@tanstack/react-query";
import { Tooltip } from "radix-ui";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { controlClass } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { type Affiliate, affiliatesQuery, isSort, sorts } from "./api";
import { AffiliateRow } from "./components/affiliate-row";
import { PayDialog } from "./components/pay-dialog";
import { CommissionRule } from "./components/rule";
import { StatsRow } from "./components/stats-row";
import { mayPay } from "./use-pay";

const columns = ["Bookings", "Revenue", "Earned", "Paid", "Owed"];

export function Component() {
  const [address, setAddress] = useSearchParams();
  const [paying, setPaying] = useState<Affiliate | null>(null);
  const search = address.get("search") ?? "";
  const chosen = address.get("sort");
  const sort = isSort(chosen) ? chosen : "owed";
  const query = useQuery(affiliatesQuery(search, sort));
  const { data } = query;
  const choose = (name: string, value: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  return (
    <Tooltip.Provider delayDuration={150}>
      <PageHeader title="Affiliates" description="Who recommends you, what it brought, and what is owed.">
        <Link className={buttonClass("quiet")} to={paths.admin.promoCodes}>
          Promo codes
        </Link>
        <Link className={buttonClass("quiet")} to={paths.admin.payouts}>
          Payouts
        </Link>
      </PageHeader>
      {query.isError && (
        <div role="alert" className="mt-6 rounded-card border border-danger bg-panel p-4">
          <p className="font-semibold">Error loading affiliate data</p>
          <p className="mt-1 text-sm text-slate">This page tries again every thirty seconds.</p>
          <Button look="quiet" className="mt-3" onClick={() => query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {(data || !query.isError) && <StatsRow stats={data?.stats} currency={data?.currency} />}
      {data && <CommissionRule payableOn={data.payableOn} />}
      <div className="mt-6 flex flex-wrap gap-3">
        <input
          type="search"
          aria-label="Search affiliates"
          placeholder="Name, e-mail or code"
          className={controlClass("max-w-sm")}
          value={search}
          onChange={(event) => choose("search", event.target.value)}
        />
        <label className="flex items-center gap-2 whitespace-nowrap text-sm text-slate">
          Sort by
          <select
            className={controlClass("min-w-36")}
            value={sort}
            onChange={(event) => choose("sort", event.target.value)}
          >
            {Object.entries(sorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="mt-4">
        {data && data.affiliates.length > 0 && (
          <div className="overflow-hidden rounded-card border border-line bg-panel">
            <div
              aria-hidden
              className="hidden gap-x-4 bg-stone px-4 py-2 text-sm font-semibold text-slate lg:grid lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))_minmax(0,1.2fr)_8rem]"
            >
              <span>Affiliate</span>
              {columns.map((name) => (
                <span key={name} className="text-right">
                  {name}
                </span>
              ))}
            </div>
            <ul>
              {data.affiliates.map((affiliate) => (
                <AffiliateRow
                  key={affiliate.id}
                  affiliate={affiliate}
                  currency={data.currency}
                  onPay={() => mayPay(affiliate, data.payableOn) && setPaying(affiliate)}
                />
              ))}
            </ul>
            {data.affiliates.length < data.found && (
              <p className="border-t border-line px-4 py-3 text-sm text-slate">
                The first {data.affiliates.length} of {data.found.toLocaleString("en")} affiliates. Search to
                find the others; the figures above count all.
              </p>
            )}
          </div>
        )}
        {data?.affiliates.length === 0 &&
          (search ? (
            <EmptyState title="Nobody found">
              No affiliate has “{search}” in the name, the e-mail address or the code.
            </EmptyState>
          ) : (
            <EmptyState title="No affiliates yet">
              People who recommend you join at {paths.affiliate.register} and appear here with their code.
            </EmptyState>
          ))}
        {query.isPending && (
          <div role="status" aria-label="Loading" className="h-64 animate-pulse rounded-card bg-stone" />
        )}
      </div>
      {paying && data && (
        <PayDialog affiliate={paying} currency={data.currency} onClose={() => setPaying(null)} />
      )}
    </Tooltip.Provider>
  );
}
