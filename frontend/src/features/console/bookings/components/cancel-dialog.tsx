import { Trans, useLingui } from "@lingui/react/macro";
import { type SubmitEvent, useState } from "react";
import { statusChangeRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import type { BookingDetail } from "../api";

interface Props {
  booking: BookingDetail;
  isBusy: boolean;
  onCancelBooking: (reason: string) => void;
  onClose: () => void;
}

/** A cancellation says why, and what follows from it. */
export function CancelDialog({ booking, isBusy, onCancelBooking, onClose }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const affiliate = booking.referrer?.name;
  const description = [
    booking.notifiesOfCancellation
      ? t`The customer is notified by email.`
      : t`The customer is not notified: contact them yourself.`,
    affiliate && t`The commission of ${affiliate} is voided.`,
  ]
    .filter(Boolean)
    .join(" ");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim() && !isBusy) onCancelBooking(reason);
  }

  return (
    <Dialog
      title={t`Cancel booking ${{ reference: booking.reference }}?`}
      description={description}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t`Reason`}
          hint={t`Kept in the history of the booking.`}
          required
          maxLength={statusChangeRequestLimits.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Keep the booking</Trans>
          </Button>
          <Button type="submit" look="danger" disabled={isBusy || !reason.trim()}>
            <Trans>Cancel the booking</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
