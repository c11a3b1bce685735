import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { formatMoney } from "@/lib/format";
import { payoutsQuery } from "./api";
import { PayoutList } from "./components/payout-list";
import { PeriodFields, usePeriod, withPeriod } from "./components/period-fields";

// The server's limit.
const listedPayouts = 500;

export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [period, choose] = usePeriod();
  const query = useQuery(payoutsQuery(period));
  const totals = query.data?.totals;
  const amount = totals && formatMoney(totals.amount, query.data?.currency);
  return (
    <>
      <BackLink to={paths.admin.affiliates}>
        <Trans>All affiliates</Trans>
      </BackLink>
      <PageHeader
        title={t`Payouts`}
        description={t`The payment file contains payouts recorded in this period and not reversed, in PayPal's mass payment format. Days are in ${{ timezone: tenant.timezone }}.`}
      >
        <a className={buttonClass("quiet")} href={withPeriod("/api/admin/payouts.csv", period)} download>
          <Download aria-hidden size={18} />
          <Trans>Payment file</Trans>
        </a>
      </PageHeader>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <PeriodFields period={period} onChange={choose} />
        {totals && totals.count > 0 && (
          <p className="text-slate">
            <Trans>
              <Plural value={{ count: totals.count }} one="# payout" other="# payouts" />,{" "}
              <strong className="tabular text-ink">{amount}</strong>
            </Trans>
          </p>
        )}
      </div>
      {totals && totals.withoutPayoutEmail > 0 && (
        <p className="mt-4 rounded-card bg-stone px-4 py-3">
          <Plural
            value={{ count: totals.withoutPayoutEmail }}
            one="One payout has no payout email, so the payment file leaves it out."
            other="# payouts have no payout email, so the payment file leaves them out."
          />
        </p>
      )}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          title={t`Error loading affiliate data`}
          empty={(data) =>
            data.payouts.length === 0 && (
              <EmptyState title={t`No payouts in this period`}>
                <Trans>
                  Pay an affiliate from the list. Payouts are kept here and can be reversed, but not deleted.
                </Trans>
              </EmptyState>
            )
          }
        >
          {({ payouts }) => (
            <>
              <PayoutList payouts={payouts} named />
              {payouts.length >= listedPayouts && (
                <p className="text-sm text-muted">
                  <Trans>
                    Showing the latest {listedPayouts}. Choose a shorter period to see others; the payment
                    file contains all of them.
                  </Trans>
                </p>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}
