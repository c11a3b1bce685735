import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Tooltip } from "radix-ui";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { adminPath } from "@/config/admin-path";
import { paths } from "@/config/paths";
import { payableMoments } from "@/features/console/shared/money-words";
import { useObjectTitle } from "@/features/console/shared/titles";
import { formatMoney, formatNumber } from "@/lib/format";
import { affiliateQuery } from "./api";
import { AffiliateFigures } from "./components/affiliate-figures";
import { CommissionList } from "./components/commission-list";
import { HeldCommissions } from "./components/held-commissions";
import { PauseButton } from "./components/pause-button";
import { PayButton } from "./components/pay-button";
import { PayDialog } from "./components/pay-dialog";
import { PayoutEmailChange } from "./components/payout-email";
import { PayoutList } from "./components/payout-list";
import { mayPay } from "./use-pay";

export function Component() {
  const { t } = useLingui();
  const { affiliateId = "" } = useParams();
  const [paying, setPaying] = useState(false);
  const query = useQuery(affiliateQuery(affiliateId));
  useObjectTitle(query.data?.affiliate.name);

  const back = (
    <BackLink to={paths.admin.affiliates}>
      <Trans>All affiliates</Trans>
    </BackLink>
  );
  if (!query.data) {
    return (
      <>
        {back}
        <QueryBoundary query={query} title={t`Error loading affiliate data`}>
          {() => null}
        </QueryBoundary>
      </>
    );
  }
  const { affiliate, commissions, commissionsCount, currency, heldCommissions, payableOn, payouts } =
    query.data;
  // Those waiting for review come first, however old they are.
  const others = commissions.filter((one) => one.commissionStatus !== "held");
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <Tooltip.Provider delayDuration={150}>
      {back}
      <PageHeader
        title={affiliate.name}
        description={
          <span className="flex flex-wrap gap-x-4">
            <span className="break-all">{affiliate.email}</span>
            <span className="tabular">{affiliate.promoCode}</span>
            {affiliate.status !== "active" && (
              <strong className="text-danger">
                <Trans>Paused</Trans>
              </strong>
            )}
            <span className="min-w-0 break-words">
              {affiliate.paypalEmail
                ? t`Payout email ${{ address: affiliate.paypalEmail }}`
                : t`No payout email. Ask the affiliate to add one on their dashboard.`}
            </span>
            <PayoutEmailChange affiliate={affiliate} />
          </span>
        }
      >
        <PauseButton affiliate={affiliate} />
        <Link className={buttonClass("quiet")} to={`${paths.admin.promoCodes}?affiliate=${affiliateId}`}>
          <Trans>Promo codes</Trans>
        </Link>
        <Link className={buttonClass("quiet")} to={adminPath.affiliateStatement(affiliateId)}>
          <Trans>Statement</Trans>
        </Link>
        <PayButton affiliate={affiliate} onPay={() => setPaying(mayPay(affiliate, payableOn))} />
      </PageHeader>
      <AffiliateFigures affiliate={affiliate} money={money} />
      {heldCommissions.length > 0 && (
        <HeldCommissions held={heldCommissions} currency={currency} payableOn={payableOn} />
      )}
      {(others.length > 0 || heldCommissions.length === 0) && (
        <h2 className="mt-8 mb-3 text-lg font-bold">
          <Trans>Bookings</Trans>
        </h2>
      )}
      {others.length > 0 ? (
        <>
          {commissions.length < commissionsCount && (
            <p className="mb-3 text-sm text-slate">
              <Trans>
                Latest {{ shown: formatNumber(commissions.length) }} of{" "}
                {{ all: formatNumber(commissionsCount) }} bookings. The totals above and the statement include
                all of them.
              </Trans>
            </p>
          )}
          <CommissionList name="commissions" commissions={others} currency={currency} payableOn={payableOn} />
        </>
      ) : (
        heldCommissions.length === 0 && (
          <EmptyState title={t`No bookings yet`}>
            <Trans>
              Bookings with this affiliate's code appear here. A commission becomes payable{" "}
              {{ when: t(payableMoments[payableOn]) }}.
            </Trans>
          </EmptyState>
        )
      )}
      {payouts.length > 0 && (
        <>
          <h2 className="mt-8 mb-3 text-lg font-bold">
            <Trans>Payouts</Trans>
          </h2>
          <PayoutList payouts={payouts} named={false} />
        </>
      )}
      {paying && <PayDialog affiliate={affiliate} currency={currency} onClose={() => setPaying(false)} />}
    </Tooltip.Provider>
  );
}
