import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { controlClass } from "@/components/ui/field";
import { CompareTable } from "./compare-table";
import type { Row } from "./rows";
import type { SegmentHead } from "./segment";

type Question = components["schemas"]["QuestionFigures"];

const noOne = { count: 0, conversions: 0 };

interface Props {
  segments: readonly (SegmentHead & { answers: readonly Question[] })[];
}

/** One question's answers in all segments: how often each was given, or how often it led to a booking. */
export function CompareAnswers({ segments }: Props) {
  const { t } = useLingui();
  const [chosen, choose] = useState("");
  const [byBooking, setByBooking] = useState(false);
  const questions = [
    ...new Map(segments.flatMap(({ answers }) => answers).map((one) => [one.questionId, one])).values(),
  ];
  const question = questions.find(({ questionId }) => questionId === chosen) ?? questions[0];
  if (!question) return null;
  const each = segments.map(({ answers }) =>
    answers.find(({ questionId }) => questionId === question.questionId),
  );
  const texts = new Map(
    each.flatMap((one) => one?.answers ?? []).map(({ value, text }) => [value, text] as const),
  );
  const rows: Row[] = [...texts].map(([value, name]) => ({
    id: value,
    name,
    shares: each.map((one) => {
      const { count, conversions } = one?.answers.find((answer) => answer.value === value) ?? noOne;
      return byBooking
        ? { part: conversions, whole: count }
        : { part: count, whole: one?.totalResponses ?? 0 };
    }),
  }));
  return (
    <CompareTable
      title={t`Answers`}
      note={
        byBooking
          ? t`Share of sessions with an answer that booked.`
          : t`Of those who answered the question, the share with each answer.`
      }
      rows={rows}
      segments={segments}
    >
      <div className="flex flex-wrap gap-2">
        <select
          aria-label={t`Question`}
          className={controlClass("min-h-11 w-full max-w-md py-0 text-sm sm:w-auto")}
          value={question.questionId}
          onChange={(event) => choose(event.target.value)}
        >
          {questions.map(({ questionId, questionText }) => (
            <option key={questionId} value={questionId}>
              {questionText}
            </option>
          ))}
        </select>
        <select
          aria-label={t`Metric by answer`}
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
