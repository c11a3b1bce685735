import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { figureColumn, type TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatFixed, formatNumber } from "@/lib/format";
import { DrillDown } from "../components/view-context";
import type { Bar } from "../rules/bars";
import { shareOf } from "../rules/change";

export type Step = components["schemas"]["FunnelStep"];

export const droppedAt = ({ questionId, questionText }: Step): Bar => ({
  kind: "dropped",
  question: questionId,
  title: t`Stopped at: ${questionText}`,
});

/** The sessions that saw the question. */
export const reachedAt = ({ questionId, questionText }: Step): Bar => ({
  kind: "reached",
  question: questionId,
  title: t`Reached: ${questionText}`,
});

export const secondsText = (value: number | null) => {
  if (value === null) return "–";
  // Rounded it would read 0.0 s, as if no one had needed any time.
  if (value < 0.05) return t`< ${{ seconds: formatFixed(0.1) }} s`;
  return t`${{ seconds: formatFixed(value) }} s`;
};

/** The same steps as numbers. */
export function StepTable({ steps }: { steps: Step[] }) {
  const { t } = useLingui();
  const columns: TableColumn<Step>[] = [
    {
      id: "question",
      title: t`Question`,
      card: "line",
      value: ({ questionText }) => questionText,
      cell: ({ questionText }) => <span className="font-medium">{questionText}</span>,
    },
    figureColumn(
      "seen",
      t`Seen`,
      ({ seen }) => seen,
      (step) => <DrillDown bar={reachedAt(step)}>{formatNumber(step.seen)}</DrillDown>,
    ),
    figureColumn("answered", t`Answered`, ({ answered }) => answered),
    figureColumn(
      "answerRate",
      t`Answer rate`,
      ({ answerRate }) => answerRate,
      ({ answerRate, seen }) => shareOf(answerRate, seen),
    ),
    {
      ...figureColumn("stillAnswering", t`Still answering`, ({ stillAnswering }) => stillAnswering),
      hint: t`Active in the last 30 minutes, so not counted as stopped`,
    },
    {
      ...figureColumn("skipped", t`Skipped`, ({ skipped }) => skipped),
      hint: t`Went on or finished without seeing the question`,
    },
    figureColumn(
      "dropped",
      t`Stopped here`,
      ({ dropped }) => dropped,
      (step) => <DrillDown bar={droppedAt(step)}>{formatNumber(step.dropped)}</DrillDown>,
    ),
    figureColumn(
      "dropRate",
      t`Share`,
      ({ dropRate }) => dropRate,
      ({ dropRate, seen }) => shareOf(dropRate, seen),
    ),
    figureColumn(
      "medianSeconds",
      t`Median time`,
      ({ medianSeconds }) => medianSeconds,
      ({ medianSeconds }) => secondsText(medianSeconds),
    ),
  ];
  return (
    <div className="mt-3">
      <DataTable
        label={t`Questions as a table`}
        rows={steps}
        columns={columns}
        rowId={({ questionId }) => questionId}
        csv="quiz-questions"
        name="questions"
      />
    </div>
  );
}
