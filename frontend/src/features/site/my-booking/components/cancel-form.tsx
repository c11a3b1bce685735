import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { formatMoney } from "@/lib/format";
import { cancelBooking, type OwnBooking } from "../api";
import { readDraft } from "../rules/draft";
import { useDraft } from "../use-draft";
import { useOwn } from "../use-own";

/** Asks for confirmation, with the fee. */
export function CancelForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const { t } = useLingui();
  const save = useDraft(booking.reference);
  const [reason, setReason] = useState(() => String(readDraft(booking.reference)["cancellation"] ?? ""));
  const { cancelCost } = booking.allowed;
  const drop = () => save({ cancellation: undefined });
  const cancel = useOwn(async () => {
    const answer = await cancelBooking(cancelCost, reason);
    drop();
    return answer;
  }, t`Your booking is cancelled`);
  return (
    <div className="mt-4 grid gap-4">
      <TextField
        label={t`Reason (optional)`}
        value={reason}
        maxLength={500}
        onChange={({ target }) => {
          setReason(target.value);
          save({ cancellation: target.value || undefined });
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button look="danger" disabled={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {cancelCost > 0
            ? t`Cancel for ${{ amount: formatMoney(cancelCost, booking.currency) }}`
            : t`Cancel free of charge`}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            drop();
            onClose();
          }}
        >
          <Trans>Keep the booking</Trans>
        </Button>
      </div>
    </div>
  );
}
