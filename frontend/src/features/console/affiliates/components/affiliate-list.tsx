import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { useMe } from "@/features/console/shared/session";
import { formatMoment, formatMoney, formatNumber } from "@/lib/format";
import { type Affiliate, defaultSort } from "../api";
import { PayButton } from "./pay-button";

interface Props {
  affiliates: readonly Affiliate[];
  currency: string;
  onPay: (affiliate: Affiliate) => void;
}

/** Affiliates with what they brought in and what they are owed; sorted by the server, which lists the first 500. */
export function AffiliateList({ affiliates, currency, onPay }: Props) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const money = (amount: number) => formatMoney(amount, currency);
  const figure = (
    id: "bookingsCount" | "revenueGenerated" | "totalEarnings" | "commissionPaid",
    title: string,
    format: (value: number) => string,
  ): TableColumn<Affiliate> => ({
    id,
    title,
    sort: "desc",
    value: (affiliate) => affiliate[id],
    cell: (affiliate) => format(affiliate[id]),
    align: "end",
    card: "line",
    isLabelled: true,
  });
  const columns: TableColumn<Affiliate>[] = [
    {
      id: "name",
      title: t`Affiliate`,
      sort: "asc",
      value: ({ name }) => name,
      cell: ({ name, status }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          {status !== "active" && (
            <Badge>
              <Trans>Paused</Trans>
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: "email",
      title: t`Email`,
      value: ({ email }) => email,
      cell: ({ email }) => <span className="text-muted">{email}</span>,
      card: "line",
    },
    {
      id: "promoCode",
      title: t`Code`,
      value: ({ promoCode }) => promoCode,
      cell: ({ promoCode }) => <span className="tabular text-slate">{promoCode || t`No code`}</span>,
      card: "line",
    },
    figure("bookingsCount", t({ message: "Bookings", context: "column of affiliates" }), formatNumber),
    figure("revenueGenerated", t({ message: "Revenue", context: "column of affiliates" }), money),
    figure("totalEarnings", t({ message: "Earned", context: "column of affiliates" }), money),
    figure("commissionPaid", t({ message: "Paid", context: "column of affiliates" }), money),
    {
      id: "commissionOwed",
      title: t({ message: "Owed", context: "column of affiliates" }),
      sort: "desc",
      value: ({ commissionOwed }) => commissionOwed,
      cell: (affiliate) => <Owed affiliate={affiliate} money={money} />,
      align: "end",
      card: "right",
    },
    {
      id: "createdAt",
      title: t`Signed up`,
      sort: "desc",
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => (
        <span className="tabular text-slate">{formatMoment(createdAt, timezone)}</span>
      ),
      card: "line",
      isLabelled: true,
      isOptional: true,
    },
  ];
  return (
    <DataTable
      label={t`Affiliates`}
      rows={affiliates}
      columns={columns}
      rowId={({ id }) => id}
      to={({ id }) => adminPath.affiliate(id)}
      actions={(affiliate) => <PayButton affiliate={affiliate} named onPay={() => onPay(affiliate)} />}
      defaultSort={defaultSort}
      isSortedByServer
      csv="affiliates"
    />
  );
}

function Owed({ affiliate, money }: { affiliate: Affiliate; money: (amount: number) => string }) {
  return (
    <>
      <b className="text-lg">{money(affiliate.commissionOwed)}</b>
      {affiliate.commissionPending > 0 && (
        <span className="block text-xs text-muted">
          <Trans>{{ amount: money(affiliate.commissionPending) }} not payable yet</Trans>
        </span>
      )}
      {affiliate.commissionHeld > 0 && (
        <span className="flex items-center justify-end gap-1 text-xs font-medium text-danger">
          <CircleAlert aria-hidden size={14} />
          <Trans>{{ amount: money(affiliate.commissionHeld) }} on hold</Trans>
        </span>
      )}
    </>
  );
}
