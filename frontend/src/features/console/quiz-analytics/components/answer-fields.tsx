import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { controlClass } from "@/components/ui/field";
import { formatNumber } from "@/lib/format";
import { questionsQuery } from "../api";
import { filterTitles } from "../rules/filter-words";
import { answersOf, answersText, type Choose, noValue, type View } from "../rules/view";

export const small = controlClass("min-h-11 py-0 text-sm");

/** One of the questions, then one of its answers. */
export function AnswerFields({ view, onChoose }: { view: View; onChoose: Choose }) {
  const { t } = useLingui();
  const [id, setId] = useState("");
  const questions = useQuery(questionsQuery(view, view.filters)).data?.answerDistribution ?? [];
  const question = questions.find(({ questionId }) => questionId === id);
  return (
    <>
      <label className="block text-xs text-muted">
        <span className="mb-1 block px-1">
          <Trans>Question</Trans>
        </span>
        <select className={small} value={id} onChange={({ target }) => setId(target.value)}>
          <option value="">{t`Choose`}</option>
          {questions.map(({ questionId, questionText }) => (
            <option key={questionId} value={questionId}>
              {questionText}
            </option>
          ))}
        </select>
      </label>
      {question && (
        <label className="block text-xs text-muted">
          <span className="mb-1 block px-1">{t(filterTitles.answer)}</span>
          <select
            className={small}
            value=""
            onChange={({ target }) =>
              onChoose({ answer: answersText([...answersOf(view.filters), `${id}:${target.value}`]) })
            }
          >
            <option value="">{t`Choose`}</option>
            {question.answers.map(({ value, text, count }) => (
              <option key={value} value={value}>
                {text} ({formatNumber(count)})
              </option>
            ))}
            <option value={noValue}>{t`Not answered`}</option>
          </select>
        </label>
      )}
    </>
  );
}
