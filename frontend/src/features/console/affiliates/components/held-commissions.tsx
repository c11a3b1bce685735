import { useState } from "react";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/counts";
import type { Commission, PayableOn } from "../api";
import { useRelease } from "../use-decisions";
import { CommissionList } from "./commission-list";
import { ReleaseDialog } from "./release-dialog";

interface Props {
  held: readonly Commission[];
  currency: string;
  payableOn: PayableOn;
}

/** Every commission that waits for somebody to look at it. */
export function HeldCommissions({ held, currency, payableOn }: Props) {
  const [asking, setAsking] = useState(false);
  const release = useRelease();
  const bookingIds = held.map((one) => one.bookingId);
  return (
    <section aria-labelledby="held">
      <div className="mt-8 mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="held" className="text-lg font-bold">
            Waiting for review
          </h2>
          <p className="text-sm text-slate">
            {held.length === 1 ? "1 commission waits" : `${countOf(held.length, "commission")} wait`} for you:
            release what you mean to pay, refuse what you do not.
          </p>
        </div>
        {held.length > 1 && (
          <Button look="quiet" disabled={release.isPending} onClick={() => setAsking(true)}>
            Release all
          </Button>
        )}
      </div>
      <CommissionList commissions={held} currency={currency} payableOn={payableOn} />
      {asking && (
        <ReleaseDialog
          held={held}
          currency={currency}
          // The toast tells of a failure.
          onConfirm={(told) => release.mutateAsync({ bookingIds, told }).catch(() => undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
