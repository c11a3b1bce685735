import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Dialog } from "./dialog";

interface Props {
  reference: string;
  busy: boolean;
  onCancelBooking: (reason: string) => void;
  onClose: () => void;
}

/** A cancellation cannot be taken back, and says why. */
export function CancelDialog({ reference, busy, onCancelBooking, onClose }: Props) {
  const [reason, setReason] = useState("");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onCancelBooking(reason);
  }

  return (
    <Dialog
      title={`Cancel booking ${reference}?`}
      description="This cannot be taken back. The commission of an affiliate is voided with it."
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Reason"
          hint="Kept in the history of the booking."
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Keep the booking
          </Button>
          <Button type="submit" look="danger" disabled={busy || !reason.trim()}>
            Cancel the booking
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
