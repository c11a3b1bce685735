import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import { DataList } from "@/components/console/data-list";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { useMe } from "@/features/console/shared/session";
import { formatMoment, formatMoney } from "@/lib/format";
import type { Payout } from "../api";
import { ReverseDialog } from "./reverse-dialog";

interface Props {
  payouts: readonly Payout[];
  /** Whether each line says whose it is. */
  named: boolean;
}

/** Payouts, newest first. A reversed one stays, with its reason. */
export function PayoutList({ payouts, named }: Props) {
  const { tenant } = useMe();
  const [reversing, setReversing] = useState<Payout | null>(null);
  return (
    <>
      <DataList>
        {payouts.map((payout) => (
          <li
            key={payout.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3"
          >
            <div className="min-w-0 grow basis-56">
              {named && (
                <Link
                  className="font-semibold underline-offset-4 hover:underline"
                  to={adminPath.affiliate(payout.affiliateId)}
                >
                  {payout.affiliateName}
                </Link>
              )}
              <p className="text-sm text-slate">
                <Trans>
                  {{ when: formatMoment(payout.paidAt, tenant.timezone) }}, by {{ who: payout.paidBy }}
                </Trans>
              </p>
              {payout.paypalEmail && (
                <p className="text-sm break-words text-slate">
                  <Trans>To {{ address: payout.paypalEmail }}</Trans>
                </p>
              )}
              {payout.reversedAt && (
                <p className="text-sm font-medium text-danger">
                  <Trans>
                    Reversed {{ when: formatMoment(payout.reversedAt, tenant.timezone) }}:{" "}
                    {{ reason: payout.reversalReason ?? "" }}
                  </Trans>
                </p>
              )}
            </div>
            <div className="sm:text-right">
              <p className={`tabular font-bold ${payout.reversedAt ? "text-muted line-through" : ""}`}>
                {formatMoney(payout.totalAmount, payout.currency)}
              </p>
              <p className="text-sm text-muted">
                <Plural value={{ count: payout.commissions }} one="# commission" other="# commissions" />
              </p>
            </div>
            {!payout.reversedAt && (
              <Button look="quiet" className="min-h-11" onClick={() => setReversing(payout)}>
                <Trans>Reverse</Trans>
              </Button>
            )}
          </li>
        ))}
      </DataList>
      {reversing && <ReverseDialog payout={reversing} onClose={() => setReversing(null)} />}
    </>
  );
}
