import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { useState } from "react";
import { countTillRequestLimits } from "@/api/limits.gen";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useMe } from "@/features/console/shared/session";
import { countTill, type Till, tillsKey } from "@/features/console/shared/tills";
import { readAmount, restOf } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";

interface Props {
  till: Till;
  currency: string;
  onClose: () => void;
}

/** Counts a till against what should be there; a difference needs a reason. */
export function CountDialog({ till, currency, onClose }: Props) {
  const { t } = useLingui();
  const { admin } = useMe();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const change = useChange({ refresh: tillsKey, failed: t`Couldn't close the till` });
  const counted = readAmount(typed);
  const difference = counted === null ? null : restOf(counted, till.expected);
  const isDesk = admin.role === "desk";
  return (
    <Dialog
      title={till.isOwn ? t`Count my till` : t`Count the till of ${{ person: till.person }}`}
      description={t`Expected: ${{ expected: formatMoney(till.expected, currency) }}. A closed till can't be changed.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={async (event) => {
          event.preventDefault();
          if (counted === null) return;
          setBusy(true);
          const isDone = await change(
            () => countTill(till.id, counted, reason),
            () => ({
              title:
                difference && isDesk ? t`Counted; waiting for a manager to close it` : t`The till is closed`,
            }),
          );
          setBusy(false);
          if (isDone) onClose();
        }}
      >
        <TextField
          label={t`Counted (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {difference !== null && (
          <p
            role="status"
            className={clsx("tabular flex justify-between font-bold", difference !== 0 && "text-danger")}
          >
            <span>{difference === 0 ? t`Balanced` : difference > 0 ? t`Over` : t`Missing`}</span>
            {difference !== 0 && <span>{formatMoney(Math.abs(difference), currency)}</span>}
          </p>
        )}
        {difference !== null && difference !== 0 && (
          <>
            <TextField
              label={t`Why it differs`}
              required
              value={reason}
              maxLength={countTillRequestLimits.reason.maxLength}
              onChange={(event) => setReason(event.target.value)}
            />
            {isDesk && (
              <p className="text-sm text-slate">
                <Trans>A manager reviews the difference and closes the till.</Trans>
              </p>
            )}
          </>
        )}
        <Button
          type="submit"
          disabled={difference === null || (difference !== 0 && !reason.trim()) || isBusy}
        >
          {difference && isDesk ? t`Submit for review` : t`Close the till`}
        </Button>
      </form>
    </Dialog>
  );
}
