import { useQuery } from "@tanstack/react-query";
import { answersQuery, overviewQuery, seen } from "../api";
import { Shown } from "../components/shown";
import type { PanelProps } from "../rules/view";
import { Distributions } from "./distributions";

export function AnswersPanel({ view }: PanelProps) {
  const average = useQuery(seen(overviewQuery(view))).data?.analytics.conversionRate ?? 0;
  return (
    <Shown query={useQuery(answersQuery(view))}>
      {({ answerDistribution }) => <Distributions questions={answerDistribution} average={average} />}
    </Shown>
  );
}
