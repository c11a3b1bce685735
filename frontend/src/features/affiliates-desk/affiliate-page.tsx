import { useQuery } from "@tanstack/react-query";
import { Tooltip } from "radix-ui";
import { useState } from "react";
import { generatePath, Link, useParams } from "react-router";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/config/paths";
import { useObjectTitle } from "@/features/admin-shell/titles";
import { ApiError } from "@/lib/api";
import { countOf } from "@/lib/counts";
import { formatMoney } from "@/lib/money";
import { CommissionList } from "./components/commission-list";
import { Figure } from "./components/figure";
import { PauseButton } from "./components/pause-button";
import { PayDialog } from "./components/pay-dialog";
import { AddressChange } from "./components/payout-address";
import { PayoutList } from "./components/payout-list";
import { affiliateQuery } from "./queries";
import { mayPay } from "./use-pay";

export function Component() {
  const { affiliateId = "" } = useParams();
  const [paying, setPaying] = useState(false);
  const query = useQuery(affiliateQuery(affiliateId));
  useObjectTitle(query.data?.affiliate.name);

  if (!query.data) {
    return query.isError ? (
      <EmptyState title="Error loading affiliate data">
        {(query.error instanceof ApiError && query.error.sentence) ||
          "The server cannot be reached just now."}
        <div className="mt-4 flex justify-center gap-2">
          <Button look="quiet" onClick={() => query.refetch()}>
            Try again
          </Button>
          <Link className={buttonClass("quiet")} to={paths.admin.affiliates}>
            All affiliates
          </Link>
        </div>
      </EmptyState>
    ) : (
      <div role="status" aria-label="Loading" className="h-64 animate-pulse rounded-card bg-stone" />
    );
  }
  const { affiliate, commissions, commissionsCount, currency, payouts } = query.data;
  const whole = (number: number) => number.toLocaleString("en");
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <Tooltip.Provider delayDuration={150}>
      <Link className="text-sm text-slate underline-offset-4 hover:underline" to={paths.admin.affiliates}>
        ← All affiliates
      </Link>
      <PageHeader
        title={affiliate.name}
        description={
          <span className="flex flex-wrap gap-x-4">
            <span className="break-all">{affiliate.email}</span>
            <span className="tabular">{affiliate.promoCode}</span>
            {affiliate.status !== "active" && <strong className="text-danger">Paused</strong>}
            <span className="min-w-0 break-words">
              {affiliate.paypalEmail ? `Payout address ${affiliate.paypalEmail}` : "No payout address"}
            </span>
            <AddressChange affiliate={affiliate} />
          </span>
        }
      >
        <PauseButton affiliate={affiliate} />
        <Link className={buttonClass("quiet")} to={`${paths.admin.promoCodes}?affiliate=${affiliateId}`}>
          Promo codes
        </Link>
        <Link
          className={buttonClass("quiet")}
          to={generatePath(paths.admin.affiliateStatement, { affiliateId })}
        >
          Statement
        </Link>
        <Button
          look={affiliate.commissionPayable > 0 ? "primary" : "quiet"}
          onClick={() => setPaying(mayPay(affiliate))}
        >
          Pay
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure
          name="Owed"
          explanation="Earned, less voided by cancellations, less paid."
          value={money(affiliate.commissionOwed)}
          note={affiliate.commissionHeld > 0 && `${money(affiliate.commissionHeld)} of it on hold`}
        />
        <Figure
          name="Earned"
          explanation="Commission on all bookings that were not cancelled."
          value={money(affiliate.totalEarnings)}
        />
        <Figure
          name="Paid"
          explanation="All payouts that were not reversed."
          value={money(affiliate.commissionPaid)}
        />
        <Figure
          name="Revenue"
          explanation="Stored totals of the bookings, without cancelled ones."
          value={money(affiliate.revenueGenerated)}
          note={countOf(affiliate.bookingsCount, "booking")}
        />
      </div>
      <h2 className="mt-8 mb-3 text-lg font-bold">Bookings</h2>
      {commissions.length > 0 ? (
        <>
          {commissions.length < commissionsCount && (
            <p className="mb-3 text-sm text-slate">
              The newest {whole(commissions.length)} of {whole(commissionsCount)} bookings. The figures above
              and the statement count all.
            </p>
          )}
          <CommissionList commissions={commissions} currency={currency} />
        </>
      ) : (
        <EmptyState title="No bookings yet">Bookings with this affiliate's code appear here.</EmptyState>
      )}
      {payouts.length > 0 && (
        <>
          <h2 className="mt-8 mb-3 text-lg font-bold">Payouts</h2>
          <PayoutList payouts={payouts} named={false} />
        </>
      )}
      {paying && <PayDialog affiliate={affiliate} currency={currency} onClose={() => setPaying(false)} />}
    </Tooltip.Provider>
  );
}
