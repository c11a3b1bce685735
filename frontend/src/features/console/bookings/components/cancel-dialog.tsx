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
  const [reason, setReason] = useState("");
  const commission = booking.referrer ? ` The commission of ${booking.referrer.name} is voided.` : "";

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim() && !isBusy) onCancelBooking(reason);
  }

  return (
    <Dialog
      title={`Cancel booking ${booking.reference}?`}
      description={`The customer is not told by itself: write an e-mail afterwards.${commission}`}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Reason"
          hint="Kept in the history of the booking."
          required
          maxLength={statusChangeRequestLimits.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Keep the booking
          </Button>
          <Button type="submit" look="danger" disabled={isBusy || !reason.trim()}>
            Cancel the booking
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
