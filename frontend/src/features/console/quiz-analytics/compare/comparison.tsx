import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/console/skeleton";
import { formatNumber } from "@/lib/format";
import { answersQuery, funnelQuery, overviewQuery, seen } from "../api";
import { Shown } from "../components/shown";
import type { Share } from "../rules/change";
import type { View } from "../rules/view";
import { CompareAnswers } from "./compare-answers";
import { CompareTable, type Row } from "./compare-table";
import { OverTime } from "./over-time";

/** The figures of both segments, and what can be said of their differences. */
export function Comparison({ a, b }: { a: View; b: View }) {
  const { t } = useLingui();
  const queries = {
    overviewA: useQuery(seen(overviewQuery(a))),
    overviewB: useQuery(overviewQuery(b)),
    answersA: useQuery(seen(answersQuery(a))),
    answersB: useQuery(answersQuery(b)),
    funnelA: useQuery(seen(funnelQuery(a))),
    funnelB: useQuery(funnelQuery(b)),
  };
  return (
    <Shown query={queries.overviewB} height="h-40">
      {({ analytics: ofB }) => {
        const ofA = queries.overviewA.data?.analytics;
        if (!ofA) return <Skeleton className="h-40" />;
        const share = (part: number, whole: number): Share => ({ part, whole });
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
        const [stepsA, stepsB] = [queries.funnelA.data?.funnel, queries.funnelB.data?.funnel];
        const stops: Row[] = (stepsA ?? []).flatMap((step) => {
          const same = stepsB?.find(({ questionId }) => questionId === step.questionId);
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
            <OverTime a={a} b={b} />
            {queries.answersA.data && queries.answersB.data && (
              <CompareAnswers
                a={queries.answersA.data.answerDistribution}
                b={queries.answersB.data.answerDistribution}
              />
            )}
            {stops.length > 0 && (
              <CompareTable
                title={t`Stopped at a question`}
                note={t`Of those who saw it, the share that saw nothing after it and did not finish.`}
                rows={stops}
              />
            )}
          </div>
        );
      }}
    </Shown>
  );
}
