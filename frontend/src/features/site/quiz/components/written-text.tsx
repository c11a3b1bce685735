import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { controlClass } from "@/components/ui/field";
import type { Question } from "../rules";
import { Continue } from "./continue-button";

interface Props {
  question: Question;
  selected: string | undefined;
  busy: boolean;
  onAnswer: (value: string) => void;
}

const defaultLength = 200;

/** An answer in the visitor's own words, with a counter. */
export function WrittenText({ question, selected, busy, onAnswer }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState(selected ?? "");
  const [isMissing, setMissing] = useState(false);
  const max = question.maxLength ?? defaultLength;
  // As the server counts: an emoji is one character, too.
  const count = [...text.trim()].length;
  const isTooLong = count > max;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count === 0 || isTooLong) setMissing(true);
    else onAnswer(text.trim());
  };
  const problem = isTooLong
    ? t`Enter at most ${max} characters`
    : isMissing &&
      (question.isRequired ? t`Please answer this question` : t`Write an answer, or skip the question`);
  return (
    <form noValidate onSubmit={submit} className="mx-auto flex w-full max-w-xl flex-col gap-4">
      <div>
        <textarea
          rows={4}
          aria-labelledby="quiz-question"
          aria-describedby="quiz-note quiz-count"
          aria-invalid={Boolean(problem)}
          aria-required={question.isRequired}
          disabled={busy}
          value={text}
          className={controlClass("min-h-32 resize-y py-3 text-lg")}
          onChange={(event) => {
            setMissing(false);
            setText(event.target.value);
          }}
        />
        <div className="mt-1 flex justify-between gap-4 text-sm">
          <p
            id="quiz-note"
            role={problem ? "alert" : undefined}
            className={problem ? "font-medium text-danger" : "text-slate"}
          >
            {problem || (question.isRequired ? "" : <Trans>Optional</Trans>)}
          </p>
          <p id="quiz-count" className={isTooLong ? "tabular text-danger" : "tabular text-slate"}>
            <span aria-hidden>
              {count} / {max}
            </span>
            <span className="sr-only">{t`${count} of ${max} characters`}</span>
          </p>
        </div>
      </div>
      <Continue busy={busy} onSkip={question.isRequired ? undefined : () => onAnswer("")} />
    </form>
  );
}
