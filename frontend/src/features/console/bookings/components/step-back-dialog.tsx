import { Trans, useLingui } from "@lingui/react/macro";
import { type SubmitEvent, useState } from "react";
import { stepBackRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { statusInSentence } from "@/features/console/shared/statuses";
import { sentenceIn } from "@/lib/server-messages";
import type { BookingDetail, Status, StepBack } from "../api";

interface Props {
  booking: BookingDetail;
  stepBack: StepBack;
  isBusy: boolean;
  onStepBack: (to: Status, reason: string) => void;
  onClose: () => void;
}

/** Undoes the last change of status, says what else it changes, and asks why. */
export function StepBackDialog({ booking, stepBack, isBusy, onStepBack, onClose }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim() && !isBusy) onStepBack(stepBack.toStatus, reason);
  }

  return (
    <Dialog
      title={
        booking.status === "cancelled"
          ? t`Take the cancellation of ${{ reference: booking.reference }} back?`
          : t`Revert ${{ reference: booking.reference }}?`
      }
      description={t`From ${{ status: statusInSentence(booking.status) }} to ${{ toStatus: statusInSentence(stepBack.toStatus) }}. It stays in the history, with your name.`}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        {stepBack.consequences.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5 text-sm text-slate">
            {stepBack.consequences.map((consequence) => (
              <li key={consequence.code}>{sentenceIn(consequence)}</li>
            ))}
          </ul>
        )}
        <TextField
          label={t`Reason`}
          hint={t`Kept in the history of the booking.`}
          required
          maxLength={stepBackRequestLimits.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Leave it</Trans>
          </Button>
          <Button type="submit" look="risky" disabled={isBusy || !reason.trim()}>
            <Trans>Back to {{ toStatus: statusInSentence(stepBack.toStatus) }}</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
