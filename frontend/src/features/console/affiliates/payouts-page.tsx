import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { BackLink } from "@/components/console/back-link";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { countOf } from "@/lib/counts";
import { formatMoney } from "@/lib/format";
import { payoutsQuery } from "./api";
import { PayoutList } from "./components/payout-list";
import { PeriodFields } from "./components/period-fields";
import { usePeriod, withPeriod } from "./use-period";

// The server lists no more at once.
const listedPayouts = 500;

export function Component() {
  const { tenant } = useMe();
  const [period, choose] = usePeriod();
  const query = useQuery(payoutsQuery(period));
  const totals = query.data?.totals;
  return (
    <>
      <BackLink to={paths.admin.affiliates}>All affiliates</BackLink>
      <PageHeader
        title="Payouts"
        description={`The payment file lists what was recorded in these days and not reversed, in the columns of PayPal's mass payment. Days in ${tenant.timezone}.`}
      >
        <a className={buttonClass("quiet")} href={withPeriod("/api/admin/payouts.csv", period)} download>
          <Download aria-hidden size={18} />
          Payment file
        </a>
      </PageHeader>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <PeriodFields period={period} onChange={choose} />
        {totals && totals.count > 0 && (
          <p className="text-slate">
            {countOf(totals.count, "payout")},{" "}
            <strong className="tabular text-ink">{formatMoney(totals.amount, query.data?.currency)}</strong>
          </p>
        )}
      </div>
      {totals && totals.withoutAddress > 0 && (
        <p className="mt-4 rounded-card bg-stone px-4 py-3">
          {totals.withoutAddress === 1 ? "One payout has" : `${totals.withoutAddress} payouts have`} no payout
          address, so the payment file leaves {totals.withoutAddress === 1 ? "it" : "them"} out.
        </p>
      )}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          title="Error loading affiliate data"
          empty={(data) =>
            data.payouts.length === 0 && (
              <EmptyState title="No payouts in these days">
                Pay an affiliate from the list: each payment is kept here and can be reversed, never deleted.
              </EmptyState>
            )
          }
        >
          {({ payouts }) => (
            <>
              <PayoutList payouts={payouts} named />
              {payouts.length >= listedPayouts && (
                <p className="text-sm text-muted">
                  These are the newest {listedPayouts}. Choose fewer days to see others; the payment file has
                  all.
                </p>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
