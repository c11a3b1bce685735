import { useState } from "react";
import { DataList } from "@/components/console/data-list";
import type { PayableOn } from "@/features/console/shared/payable";
import type { Commission } from "../api";
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
      <DataList>
        {commissions.map((commission) => (
          <CommissionRow
            key={commission.bookingId}
            commission={commission}
            currency={currency}
            payableOn={payableOn}
            onRefuse={() => setRefusing(commission)}
          />
        ))}
      </DataList>
      {refusing && (
        <RefuseDialog commission={refusing} currency={currency} onClose={() => setRefusing(null)} />
      )}
    </>
  );
}
