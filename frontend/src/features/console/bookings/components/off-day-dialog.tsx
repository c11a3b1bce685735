import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { statusChangeRequestLimits } from "@/api/limits.gen";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { sentenceIn } from "@/lib/server-messages";
import type { Question, QuestionCode } from "../api";

const texts: Record<QuestionCode, { title: MessageDescriptor; goOn: MessageDescriptor }> = {
  early_handover: { title: msg`Hand the car over before its day?`, goOn: msg`Hand over early` },
  late_handover: { title: msg`Hand the car over after the rental?`, goOn: msg`Hand over late` },
  early_return: { title: msg`Complete the rental before its end?`, goOn: msg`Complete early` },
  late_return: { title: msg`Complete the rental after its end?`, goOn: msg`Complete late` },
  no_return_record: { title: msg`Complete without a return record?`, goOn: msg`Complete anyway` },
  money_due: { title: msg`Complete with money due?`, goOn: msg`Complete anyway` },
};

interface Props {
  questions: readonly Question[];
  onConfirm: (acknowledged: QuestionCode[], reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Confirms an unusual handover or return, and lists everything that is unusual about it. */
export function OffDayDialog({ questions, onConfirm, onClose }: Props) {
  const { t } = useLingui();
  const first = questions[0];
  if (!first) return null;
  const { title, goOn } = texts[first.code];
  const codes = questions.map(({ code }) => code);
  return (
    <ReasonDialog
      title={t(title)}
      hint={t`Saved in the booking history.`}
      isOptional
      maxLength={statusChangeRequestLimits.reason.maxLength}
      look="risky"
      confirm={t(goOn)}
      onConfirm={(reason) => onConfirm(codes, reason)}
      onClose={onClose}
    >
      <ul className="grid gap-2 text-sm">
        {questions.map(({ code, sentence }) => (
          <li key={code}>{sentenceIn(sentence)}</li>
        ))}
      </ul>
    </ReasonDialog>
  );
}
