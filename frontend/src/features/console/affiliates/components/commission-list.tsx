import { useState } from "react";
import type { Commission, PayableOn } from "../api";
import { CommissionRow } from "./commission-row";
import { RefuseDialog } from "./refuse-dialog";

interface Props {
  commissions: readonly Commission[];
  currency: string;
  payableOn: PayableOn;
}

/** Referred bookings, newest first, with what speaks against paying. */
export function CommissionList({ commissions, currency, payableOn }: Props) {
  const [refusing, setRefusing] = useState<Commission | null>(null);
  return (
    <>
      <ul className="overflow-hidden rounded-card border border-line bg-panel">
        {commissions.map((commission) => (
          <CommissionRow
            key={commission.bookingId}
            commission={commission}
            currency={currency}
            payableOn={payableOn}
            onRefuse={() => setRefusing(commission)}
          />
        ))}
      </ul>
      {refusing && (
        <RefuseDialog commission={refusing} currency={currency} onClose={() => setRefusing(null)} />
      )}
    </>
  );
}
