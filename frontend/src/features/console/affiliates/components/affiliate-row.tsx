import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { Link } from "react-router";
import { adminPath } from "@/config/admin-path";
import { formatMoney, formatNumber } from "@/lib/format";
import type { Affiliate } from "../api";
import { PayButton } from "./pay-button";

interface Props {
  affiliate: Affiliate;
  currency: string;
  onPay: () => void;
}

/** One affiliate: a line on wide screens, a card on phones. */
export function AffiliateRow({ affiliate, currency, onPay }: Props) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, currency);
  const figures = [
    [t({ message: "Bookings", context: "column of affiliates" }), formatNumber(affiliate.bookingsCount)],
    [t({ message: "Revenue", context: "column of affiliates" }), money(affiliate.revenueGenerated)],
    [t({ message: "Earned", context: "column of affiliates" }), money(affiliate.totalEarnings)],
    [t({ message: "Paid", context: "column of affiliates" }), money(affiliate.commissionPaid)],
  ] as const;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 border-t border-line px-4 py-3 first:border-t-0 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))_minmax(0,1.2fr)_8rem]">
      <div className="col-span-full min-w-0 lg:col-span-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            className="font-semibold underline-offset-4 hover:underline"
            to={adminPath.affiliate(affiliate.id)}
          >
            {affiliate.name}
          </Link>
          {affiliate.status !== "active" && (
            <span className="rounded-full bg-stone px-2.5 py-0.5 text-xs font-semibold">
              <Trans>Paused</Trans>
            </span>
          )}
        </p>
        <p className="truncate text-sm text-muted">{affiliate.email}</p>
        <p className="tabular text-sm text-slate">{affiliate.promoCode || t`No code`}</p>
      </div>
      <dl className="col-span-full grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 lg:contents">
        {figures.map(([name, value]) => (
          <div key={name} className="lg:text-right">
            <dt className="text-xs text-muted lg:sr-only">{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="min-w-0 lg:text-right">
        <p className="text-xs text-muted lg:sr-only">
          <Trans context="column of affiliates">Owed</Trans>
        </p>
        <p className="tabular text-lg font-bold">{money(affiliate.commissionOwed)}</p>
        {affiliate.commissionPending > 0 && (
          <p className="text-xs text-muted">
            <Trans>{{ amount: money(affiliate.commissionPending) }} not payable yet</Trans>
          </p>
        )}
        {affiliate.commissionHeld > 0 && (
          <p className="flex items-center gap-1 text-xs font-medium text-danger lg:justify-end">
            <CircleAlert aria-hidden size={14} />
            <Trans>{{ amount: money(affiliate.commissionHeld) }} on hold</Trans>
          </p>
        )}
      </div>
      <PayButton affiliate={affiliate} named onPay={onPay} />
    </li>
  );
}
