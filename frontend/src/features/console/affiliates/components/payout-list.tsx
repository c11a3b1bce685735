import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { useMe } from "@/features/console/shared/session";
import { formatMoment, formatMoney, formatNumber } from "@/lib/format";
import type { Payout } from "../api";
import { ReverseDialog } from "./reverse-dialog";

interface Props {
  payouts: readonly Payout[];
  /** Whether each row says whose it is. */
  named: boolean;
}

/** Payouts, newest first. A reversed one stays, with its reason. */
export function PayoutList({ payouts, named }: Props) {
  const { t } = useLingui();
  const { timezone } = useMe().tenant;
  const [reversing, setReversing] = useState<Payout | null>(null);
  const affiliate: TableColumn<Payout> = {
    id: "affiliate",
    title: t`Affiliate`,
    sort: "asc",
    value: ({ affiliateName }) => affiliateName,
    cell: ({ affiliateId, affiliateName }) => (
      <Link
        className="font-semibold underline-offset-4 hover:underline"
        to={adminPath.affiliate(affiliateId)}
      >
        {affiliateName}
      </Link>
    ),
  };
  const columns: TableColumn<Payout>[] = [
    ...(named ? [affiliate] : []),
    {
      id: "paidAt",
      title: t`Paid`,
      sort: "desc",
      value: ({ paidAt }) => paidAt,
      cell: ({ paidAt }) => <span className="tabular text-slate">{formatMoment(paidAt, timezone)}</span>,
      card: named ? "line" : "left",
    },
    {
      id: "paidBy",
      title: t`By`,
      sort: "asc",
      value: ({ paidBy }) => paidBy,
      cell: ({ paidBy }) => <span className="text-slate">{paidBy}</span>,
      card: "line",
      isLabelled: true,
    },
    {
      id: "paypalEmail",
      title: t`To`,
      value: ({ paypalEmail }) => paypalEmail,
      cell: (payout) => (
        <>
          <span className="text-slate">{payout.paypalEmail ?? "–"}</span>
          {payout.reversedAt && (
            <p className="font-medium text-danger">
              <Trans>
                Reversed {{ when: formatMoment(payout.reversedAt, timezone) }}:{" "}
                {{ reason: payout.reversalReason ?? "" }}
              </Trans>
            </p>
          )}
        </>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "commissions",
      title: t`Commissions`,
      sort: "desc",
      value: ({ commissions }) => commissions,
      cell: ({ commissions }) => formatNumber(commissions),
      align: "end",
      card: "line",
      isLabelled: true,
    },
    {
      id: "amount",
      title: t`Amount`,
      sort: "desc",
      value: ({ totalAmount }) => totalAmount,
      cell: ({ totalAmount, currency, reversedAt }) => (
        <b className={reversedAt ? "text-muted line-through" : ""}>{formatMoney(totalAmount, currency)}</b>
      ),
      align: "end",
      card: "right",
    },
  ];
  return (
    <>
      <DataTable
        label={t`Payouts`}
        name={named ? "" : "payouts"}
        rows={payouts}
        columns={columns}
        rowId={({ id }) => id}
        csv="payouts"
        actions={(payout) =>
          !payout.reversedAt && (
            <Button look="quiet" className="min-h-11" onClick={() => setReversing(payout)}>
              <Trans>Reverse</Trans>
            </Button>
          )
        }
      />
      {reversing && <ReverseDialog payout={reversing} onClose={() => setReversing(null)} />}
    </>
  );
}
