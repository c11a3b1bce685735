import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { controlClass } from "@/components/ui/field";
import { CompareTable, type Row } from "./compare-table";

type Question = components["schemas"]["QuestionFigures"];

const noOne = { count: 0, conversions: 0 };

/** One question's answers in both segments: how often each was given, or how often it led to a booking. */
export function CompareAnswers({ a, b }: { a: Question[]; b: Question[] }) {
  const { t } = useLingui();
  const [chosen, choose] = useState("");
  const [byBooking, setByBooking] = useState(false);
  const both = a.filter(({ questionId }) => b.some((other) => other.questionId === questionId));
  const question = both.find(({ questionId }) => questionId === chosen) ?? both[0];
  const other = b.find(({ questionId }) => questionId === question?.questionId);
  if (!question || !other) return null;
  const texts = new Map([...other.answers, ...question.answers].map(({ value, text }) => [value, text]));
  const rows: Row[] = [...texts].map(([value, name]) => {
    const shareIn = ({ answers, totalResponses }: Question) => {
      const { count, conversions } = answers.find((answer) => answer.value === value) ?? noOne;
      return byBooking ? { part: conversions, whole: count } : { part: count, whole: totalResponses };
    };
    return { id: value, name, a: shareIn(question), b: shareIn(other) };
  });
  return (
    <CompareTable
      title={t`Answers`}
      note={
        byBooking
          ? t`Share of sessions with an answer that booked.`
          : t`Of those who answered the question, the share with each answer.`
      }
      rows={rows}
    >
      <div className="flex flex-wrap gap-2">
        <select
          aria-label={t`Question`}
          className={controlClass("min-h-11 w-full max-w-md py-0 text-sm sm:w-auto")}
          value={question.questionId}
          onChange={(event) => choose(event.target.value)}
        >
          {both.map(({ questionId, questionText }) => (
            <option key={questionId} value={questionId}>
              {questionText}
            </option>
          ))}
        </select>
        <select
          aria-label={t`Metric`}
          className={controlClass("min-h-11 w-auto py-0 text-sm")}
          value={byBooking ? "booking" : "answer"}
          onChange={(event) => setByBooking(event.target.value === "booking")}
        >
          <option value="answer">{t`Answer share`}</option>
          <option value="booking">{t`Conversion rate`}</option>
        </select>
      </div>
    </CompareTable>
  );
}
