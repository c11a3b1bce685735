import { type SubmitEvent, useState } from "react";
import { stepBackRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { BookingDetail, Status, StepBack } from "../api";
import { statusName } from "../rules/steps";

interface Props {
  booking: BookingDetail;
  stepBack: StepBack;
  isBusy: boolean;
  onStepBack: (to: Status, reason: string) => void;
  onClose: () => void;
}

/** Undoes the last change of status, says what else it changes, and asks why. */
export function StepBackDialog({ booking, stepBack, isBusy, onStepBack, onClose }: Props) {
  const [reason, setReason] = useState("");
  const name = (status: Status) => statusName(status).toLowerCase();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim() && !isBusy) onStepBack(stepBack.toStatus, reason);
  }

  return (
    <Dialog
      title={
        booking.status === "cancelled"
          ? `Take the cancellation of ${booking.reference} back?`
          : `Take ${booking.reference} one step back?`
      }
      description={`From ${name(booking.status)} to ${name(stepBack.toStatus)}. It stays in the history, with your name.`}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        {stepBack.consequences.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5 text-sm text-slate">
            {stepBack.consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
        )}
        <TextField
          label="Reason"
          hint="Kept in the history of the booking."
          required
          maxLength={stepBackRequestLimits.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" look="risky" disabled={isBusy || !reason.trim()}>
            Back to {name(stepBack.toStatus)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
