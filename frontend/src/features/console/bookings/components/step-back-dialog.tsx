import { useLingui } from "@lingui/react/macro";
import { stepBackRequestLimits } from "@/api/limits.gen";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { statusInSentence } from "@/features/console/shared/statuses";
import { sentenceIn } from "@/lib/server-messages";
import type { BookingDetail, StepBack } from "../api";

interface Props {
  booking: BookingDetail;
  stepBack: StepBack;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Undoes the last change of status, and says what else that changes. */
export function StepBackDialog({ booking, stepBack, onConfirm, onClose }: Props) {
  const { t } = useLingui();
  const toStatus = statusInSentence(stepBack.toStatus);
  return (
    <ReasonDialog
      title={
        booking.status === "cancelled"
          ? t`Undo cancellation of ${{ reference: booking.reference }}?`
          : t`Revert ${{ reference: booking.reference }}?`
      }
      description={t`From ${{ status: statusInSentence(booking.status) }} to ${toStatus}. This is saved in the history with your name.`}
      hint={t`Saved in the booking history.`}
      maxLength={stepBackRequestLimits.reason.maxLength}
      look="risky"
      confirm={t`Revert to ${toStatus}`}
      dismiss={t`Keep`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {stepBack.consequences.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-sm text-slate">
          {stepBack.consequences.map((consequence) => (
            <li key={consequence.code}>{sentenceIn(consequence)}</li>
          ))}
        </ul>
      )}
    </ReasonDialog>
  );
}
