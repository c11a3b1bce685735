import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { formatMoney } from "@/lib/format";
import type { Commission } from "../api";
import { holdWords } from "../words";

interface Props {
  held: readonly Commission[];
  currency: string;
  /** Releases them one after the other; `onProgress` gets the number done after each. */
  onConfirm: (onProgress: (done: number) => void) => Promise<unknown>;
  onClose: () => void;
}

/** Lists every held commission with its amount and hold reasons before releasing all of them. */
export function ReleaseDialog({ held, currency, onConfirm, onClose }: Props) {
  const { t } = useLingui();
  const [done, setDone] = useState<number | null>(null);
  // Those that the dialog showed when it was opened: one that is held later is not released unseen.
  const [asked] = useState(held);
  const sum = asked.reduce((total, one) => total + one.commissionAmount, 0);
  const busy = done !== null;

  async function run() {
    setDone(0);
    try {
      await onConfirm(setDone);
    } finally {
      onClose();
    }
  }

  return (
    <Dialog
      title={plural(
        { count: asked.length },
        { one: "Release # commission?", other: "Release # commissions?" },
      )}
      description={t`${{ sum: formatMoney(sum, currency) }} in total. Released commissions are paid with the next payout once payable.`}
      isBusy={busy}
      onClose={onClose}
    >
      <ul className="divide-y divide-line rounded-card border border-line">
        {asked.map((one) => (
          <li key={one.bookingId} className="px-4 py-3">
            <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
              <span>
                <span className="tabular">{one.reference}</span> · {one.carType}
              </span>
              <span className="tabular">{formatMoney(one.commissionAmount, currency)}</span>
            </p>
            {one.holdReasons.map((reason) => (
              <p key={reason} className="mt-0.5 text-sm text-danger">
                {t(holdWords[reason])}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <div className="sticky -bottom-6 -mb-6 flex flex-wrap justify-end gap-2 bg-panel pt-4 pb-6">
        <CancelButton disabled={busy} />
        <Button look="danger" disabled={busy} onClick={run}>
          {busy ? t`Releasing ${done} of ${{ all: asked.length }}…` : t`Release all ${{ all: asked.length }}`}
        </Button>
      </div>
    </Dialog>
  );
}
