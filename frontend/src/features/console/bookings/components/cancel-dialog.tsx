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
      : t`The customer isn't notified. Contact them yourself.`,
    affiliate && t`The commission of ${affiliate} is voided.`,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <ReasonDialog
      title={t`Cancel booking ${{ reference: booking.reference }}?`}
      description={description}
      hint={t`Saved in the booking history.`}
      maxLength={statusChangeRequestLimits.reason.maxLength}
      confirm={t`Cancel booking`}
      dismiss={t`Keep the booking`}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
