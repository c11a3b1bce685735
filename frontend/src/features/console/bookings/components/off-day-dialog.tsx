import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type SubmitEvent, useState } from "react";
import { statusChangeRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { sentenceIn } from "@/lib/server-messages";
import type { Question, QuestionCode } from "../api";

const texts: Record<QuestionCode, { title: MessageDescriptor; goOn: MessageDescriptor }> = {
  early_hand_over: { title: msg`Hand the car over before its day?`, goOn: msg`Hand over early` },
  late_hand_over: { title: msg`Hand the car over after the rental?`, goOn: msg`Hand over late` },
  early_return: { title: msg`Complete the rental before its end?`, goOn: msg`Complete early` },
  late_return: { title: msg`Complete the rental after its end?`, goOn: msg`Complete late` },
  no_return_record: { title: msg`Complete without a return record?`, goOn: msg`Complete anyway` },
  money_due: { title: msg`Complete with money due?`, goOn: msg`Complete anyway` },
};

interface Props {
  questions: readonly Question[];
  isBusy: boolean;
  onGoOn: (acknowledged: QuestionCode[], reason: string) => void;
  onClose: () => void;
}

/** A hand-over or return that is unusual may be meant: it asks first, and says everything that is. */
export function OffDayDialog({ questions, isBusy, onGoOn, onClose }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const first = questions[0];
  if (!first) return null;
  const { title, goOn } = texts[first.code];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy)
      onGoOn(
        questions.map(({ code }) => code),
        reason,
      );
  }

  return (
    <Dialog title={t(title)} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <ul className="grid gap-2 text-sm">
          {questions.map(({ code, sentence }) => (
            <li key={code}>{sentenceIn(sentence)}</li>
          ))}
        </ul>
        <TextField
          label={t`Reason (optional)`}
          hint={t`Kept in the history of the booking.`}
          maxLength={statusChangeRequestLimits.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="risky" disabled={isBusy} onClick={refuseDoubleClick}>
            {t(goOn)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The second click of a double click that opened the dialog is no answer to it. */
function refuseDoubleClick(event: React.MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
