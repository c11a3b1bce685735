import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { formatMoney } from "@/lib/format";
import { cancelBooking, type OwnBooking } from "../api";
import { useOwn } from "../use-own";

/** Asks for confirmation, with the fee. */
export function CancelForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const { cancelCost } = booking.allowed;
  const cancel = useOwn(() => cancelBooking(cancelCost, reason), t`Your booking is cancelled`);
  return (
    <div className="mt-4 grid gap-4">
      <TextField
        label={t`Reason (optional)`}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button look="danger" disabled={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {cancelCost > 0
            ? t`Cancel for ${{ amount: formatMoney(cancelCost, booking.currency) }}`
            : t`Cancel free of charge`}
        </Button>
        <Button look="quiet" onClick={onClose}>
          <Trans>Keep the booking</Trans>
        </Button>
      </div>
    </div>
  );
}
