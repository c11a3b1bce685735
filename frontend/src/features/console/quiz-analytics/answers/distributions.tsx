import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import { Link } from "react-router";
import type { components } from "@/api/schema.gen";
import { helpPath } from "@/features/console/shared/help-topics";
import { answersQuery, overviewQuery, seen } from "../api";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { Shown } from "../components/shown";
import { useViewContext } from "../components/view-context";
import type { PanelProps } from "../rules/view";
import { DistributionCard } from "./distribution";
import { QuestionPicker } from "./question-picker";
import { scaleOf } from "./scale";

interface Props {
  questions: components["schemas"]["QuestionFigures"][];
  /** The rate of all sessions, percent; every picture's scale has room for it. */
  average: number;
}

/** One question's answers after the other. */
export const Distributions = memo(function Distributions({ questions, average }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string>();
  // Who only has a shared link can't open the guide.
  const isInConsole = useViewContext() !== null;
  const shown = questions.find(({ questionId }) => questionId === chosen) ?? questions[0];
  const end = scaleOf(questions, average);
  const marked = questions
    .flatMap((question) => question.answers)
    .filter((answer) => answer.significant).length;
  return (
    <section
      aria-label={t`Answers and bookings`}
      className="rounded-card border border-line bg-panel p-4 sm:p-5"
    >
      <SectionHead
        title={t`Answers and bookings`}
        description={
          <Trans>
            The dot is the share of sessions with that answer that booked. The line around it is the 95 %
            interval. The dashed line is everyone who answered the question, and the percentage is the
            difference from it. Every chart ends at {end} %.
          </Trans>
        }
      >
        <PanelFiles table="answers" label={t`Answers and bookings`} />
      </SectionHead>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
        <span className="font-medium">
          {plural(marked, {
            0: "No significant differences yet",
            one: "One answer differs significantly",
            other: "# answers differ significantly",
          })}
        </span>
        {isInConsole && (
          <Link
            className="inline-flex min-h-11 items-center text-slate underline underline-offset-4"
            to={helpPath("quiz-analytics", "how-differences-are-tested")}
          >
            <Trans>How differences are tested</Trans>
          </Link>
        )}
      </p>
      <QuestionPicker questions={questions} chosen={shown?.questionId} onChoose={setChosen} />
      {shown && (
        <div className="mt-3">
          <DistributionCard
            key={shown.questionId}
            question={shown}
            number={questions.indexOf(shown) + 1}
            end={end}
          />
        </div>
      )}
    </section>
  );
});

export function AnswersPanel({ view }: PanelProps) {
  const average = useQuery(seen(overviewQuery(view))).data?.analytics.conversionRate ?? 0;
  return (
    <Shown query={useQuery(answersQuery(view))}>
      {({ answerDistribution }) => <Distributions questions={answerDistribution} average={average} />}
    </Shown>
  );
}
