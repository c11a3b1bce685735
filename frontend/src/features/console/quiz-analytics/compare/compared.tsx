import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { components } from "@/api/schema.gen";
import { formatNumber } from "@/lib/format";
import type { Share } from "../rules/change";
import { CompareAnswers } from "./compare-answers";
import { CompareTable, type Row } from "./compare-table";

type Schemas = components["schemas"];

/** Answers and steps come after the first figures. */
export interface Segment {
  overview: Schemas["OverviewFigures"];
  answers: Schemas["QuestionFigures"][] | undefined;
  funnel: Schemas["FunnelStep"][] | undefined;
}

const share = (part: number, whole: number): Share => ({ part, whole });

/** Verdicts on the differences of two segments; `children`: both over time. */
export function Compared({ a, b, children }: { a: Segment; b: Segment; children: ReactNode }) {
  const { t } = useLingui();
  const [ofA, ofB] = [a.overview, b.overview];
  const rates: Row[] = [
    {
      id: "completed",
      name: t`Completion rate`,
      a: share(ofA.completedSessions, ofA.totalSessions),
      b: share(ofB.completedSessions, ofB.totalSessions),
    },
    {
      id: "converted",
      name: t`Conversion rate`,
      a: share(ofA.conversionCount, ofA.totalSessions),
      b: share(ofB.conversionCount, ofB.totalSessions),
    },
  ];
  const stops: Row[] = (a.funnel ?? []).flatMap((step) => {
    const same = b.funnel?.find(({ questionId }) => questionId === step.questionId);
    if (!same) return [];
    const [one, other] = [share(step.dropped, step.seen), share(same.dropped, same.seen)];
    return [{ id: step.questionId, name: step.questionText, a: one, b: other }];
  });
  return (
    <div className="flex flex-col gap-6">
      <CompareTable
        title={t`Rates of all sessions`}
        note={t`Sessions: A ${{ a: formatNumber(ofA.totalSessions) }} · B ${{ b: formatNumber(ofB.totalSessions) }}`}
        rows={rates}
      />
      {children}
      {a.answers && b.answers && <CompareAnswers a={a.answers} b={b.answers} />}
      {stops.length > 0 && (
        <CompareTable
          title={t`Drop-off by question`}
          note={t`Of those who saw the question, the share that saw nothing after it and didn't finish.`}
          rows={stops}
        />
      )}
    </div>
  );
}
