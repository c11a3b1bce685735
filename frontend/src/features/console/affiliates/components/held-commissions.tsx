import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { PayableOn } from "@/features/console/shared/money-words";
import type { Commission } from "../api";
import { useRelease } from "../use-decisions";
import { CommissionList } from "./commission-list";
import { ReleaseDialog } from "./release-dialog";

interface Props {
  held: readonly Commission[];
  currency: string;
  payableOn: PayableOn;
}

/** Every commission that waits for someone to look at it. */
export function HeldCommissions({ held, currency, payableOn }: Props) {
  const [asking, setAsking] = useState(false);
  const release = useRelease();
  const bookingIds = held.map((one) => one.bookingId);
  return (
    <section aria-labelledby="held">
      <div className="mt-8 mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="held" className="text-lg font-bold">
            <Trans>Waiting for review</Trans>
          </h2>
          <p className="text-sm text-slate">
            <Plural
              value={{ count: held.length }}
              one="# commission to review. Release it to pay it, or refuse it."
              other="# commissions to review. Release the ones to pay and refuse the rest."
            />
          </p>
        </div>
        {held.length > 1 && (
          <Button look="quiet" disabled={release.isPending} onClick={() => setAsking(true)}>
            <Trans>Release all</Trans>
          </Button>
        )}
      </div>
      <CommissionList name="held" commissions={held} currency={currency} payableOn={payableOn} />
      {asking && (
        <ReleaseDialog
          held={held}
          currency={currency}
          // The toast shows the failure.
          onConfirm={(onProgress) => release.mutateAsync({ bookingIds, onProgress }).catch(() => undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
