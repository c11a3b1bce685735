import { useQuery } from "@tanstack/react-query";
import { funnelQuery } from "../api";
import { BreakdownField, Broken } from "../breakdown/breakdown";
import type { BrokenStep } from "../breakdown/judged";
import { useBreakdown } from "../breakdown/use-breakdown";
import { Shown } from "../components/shown";
import type { PanelProps } from "../rules/view";
import { DropOff } from "./drop-off";
import type { Step } from "./step-table";

const broken = (steps: readonly Step[]): BrokenStep[] =>
  steps.map(({ questionId, questionText, seen, dropped }) => ({
    id: questionId,
    name: questionText,
    reached: seen,
    ended: dropped,
  }));

export function FunnelPanel({ view, onChoose }: PanelProps) {
  const by = useBreakdown("funnel", view);
  const { dimension } = by;
  return (
    <Shown query={useQuery(funnelQuery(view))}>
      {({ funnel }) => (
        <DropOff steps={funnel} field={<BreakdownField {...by} />}>
          {dimension && (
            <Broken
              {...{ view, dimension, onChoose }}
              all={broken(funnel)}
              figure="funnel"
              stepsOf={(one) => broken(one.funnel)}
            />
          )}
        </DropOff>
      )}
    </Shown>
  );
}
