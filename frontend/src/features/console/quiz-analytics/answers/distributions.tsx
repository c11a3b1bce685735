import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { memo, useState } from "react";
import type { components } from "@/api/schema.gen";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { DistributionCard } from "./distribution";
import { QuestionPicker } from "./question-picker";
import { scaleOf } from "./scale";

interface Props {
  questions: components["schemas"]["QuestionFigures"][];
  /** The rate of all sessions, percent; every picture's scale has room for it. */
  average: number;
}

/** One question's answers after the other, and in words how to read them. */
export const Distributions = memo(function Distributions({ questions, average }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string>();
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
      <details className="mt-2 max-w-3xl text-sm text-slate">
        <summary className="min-h-8 cursor-pointer py-1 font-medium text-ink">
          {plural(marked, {
            0: "No significant differences yet",
            one: "One answer differs significantly",
            other: "# answers differ significantly",
          })}
        </summary>
        <p className="mt-1">
          <Trans>
            <b>▲ books more</b> or <b>▼ books less</b> marks an answer whose sessions differ from those that
            answered the same question otherwise by more than chance explains (Fisher's exact test). Not from
            all sessions: later questions are answered by those who stayed, who book more whatever they say.
            So many answers are tested at once that some would stand out by luck; Holm's correction keeps the
            risk of even one false mark on this page at 5 %. That is why a line may miss the average and still
            carry no mark. Where fewer than five bookings are to be expected nothing is tested: it says “too
            few to tell”. Changing days and filters until a mark appears is luck, too.
          </Trans>
        </p>
      </details>
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
