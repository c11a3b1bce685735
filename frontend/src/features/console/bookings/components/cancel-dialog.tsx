import { useLingui } from "@lingui/react/macro";
import { statusChangeRequestLimits } from "@/api/limits.gen";
import { ReasonDialog } from "@/components/console/reason-dialog";
import type { BookingDetail } from "../api";

interface Props {
  booking: BookingDetail;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Cancels a booking, and says what follows from it. */
export function CancelDialog({ booking, onConfirm, onClose }: Props) {
  const { t } = useLingui();
  const affiliate = booking.referrer?.name;
  const description = [
    booking.notifiesOfCancellation
      ? t`The customer is notified by email.`
      : t`The customer is not notified: contact them yourself.`,
    affiliate && t`The commission of ${affiliate} is voided.`,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <ReasonDialog
      title={t`Cancel booking ${{ reference: booking.reference }}?`}
      description={description}
      hint={t`Kept in the history of the booking.`}
      maxLength={statusChangeRequestLimits.reason.maxLength}
      confirm={t`Cancel the booking`}
      dismiss={t`Keep the booking`}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
