import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { inLanguage } from "@/features/console/shared/language";
import { PanelFiles } from "../components/panel-files";
import type { QuestionValue } from "./api";
import { type Attribution, moneyText, spanOf } from "./rules";

interface Props {
  questions: QuestionValue[];
  currency: string;
  attribution: Attribution;
}

/** What a session with each answer brings on average, folded by question. */
export function AnswerValues({ questions, currency, attribution }: Props) {
  const { t } = useLingui();
  if (questions.length === 0) return null;
  const money = (amount: number) => moneyText(amount, currency);
  return (
    <div className="mt-6">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-bold">
          <Trans>Session value by answer</Trans>
        </h3>
        <PanelFiles
          table="values"
          label={t`Session value by answer`}
          more={{ ...attribution, ...inLanguage() }}
        />
      </div>
      <p className="mt-0.5 max-w-3xl text-sm text-slate">
        <Trans>
          Average booked amount per session with that answer. From five bookings on, the 95 % interval is
          shown below.
        </Trans>
      </p>
      <ul className="mt-2 items-start gap-x-8 xl:grid xl:grid-cols-2">
        {questions.map((question) => (
          <li key={question.questionId} className="border-t border-line">
            <details>
              <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline justify-between gap-x-4 py-2 text-sm">
                <span className="font-medium">{question.questionText}</span>
                <span className="text-muted">
                  <Plural value={question.answers.length} one="# answer" other="# answers" />
                </span>
              </summary>
              <ul className="tabular grid gap-x-6 pb-3 text-sm md:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
                {question.answers.map((answer) => (
                  <li
                    key={answer.value}
                    className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line py-2"
                  >
                    <span className="break-words">
                      {answer.text}
                      <span className="block text-xs text-muted">
                        <Plural value={answer.sessions} one="# session" other="# sessions" />
                      </span>
                    </span>
                    <span className="text-right">
                      <b>{money(answer.valuePerSession)}</b>
                      <span className="block text-xs text-muted">
                        {spanOf(answer.low, answer.high, money) ?? <Trans>not enough data</Trans>}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
