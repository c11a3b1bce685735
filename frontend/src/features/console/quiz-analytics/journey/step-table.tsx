import { useLingui } from "@lingui/react/macro";
import { figureColumn, type TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { formatRate } from "@/lib/format";
import { shareOf } from "../rules/change";
import { type Step, stepNames } from "./rules";

/** The same as a table, with every question. */
export function StepTable({ steps }: { steps: Step[] }) {
  const { t } = useLingui();
  const all = steps[0]?.visits ?? 0;
  const nameOf = ({ step, questionText }: Step) => {
    const known = stepNames[step];
    return questionText ?? (known ? t(known) : step);
  };
  const columns: TableColumn<Step>[] = [
    {
      id: "step",
      title: t`Step`,
      card: "line",
      value: nameOf,
      cell: (step) => <span className={step.questionId ? "lg:pl-4" : "font-medium"}>{nameOf(step)}</span>,
    },
    figureColumn("visits", t`Visits`, ({ visits }) => visits),
    figureColumn(
      "share",
      t`Of all visits`,
      ({ share }) => share,
      ({ share }) => shareOf(share, all),
    ),
    {
      id: "interval",
      title: t`Likely between`,
      hint: t`95 % interval of the share`,
      align: "end",
      card: "line",
      isLabelled: true,
      cell: ({ low, high }) => (all > 0 ? `${formatRate(low)} – ${formatRate(high)}` : "–"),
    },
    {
      ...figureColumn("stillActive", t`Still active`, ({ stillActive }) => stillActive),
      hint: t`Active in the last 30 minutes, so not counted as ended`,
    },
    figureColumn("dropped", t`Ended here`, ({ dropped }) => dropped),
    figureColumn(
      "dropRate",
      t`Of the previous step`,
      ({ dropRate }) => dropRate,
      ({ dropRate, visits }) => shareOf(dropRate, visits),
    ),
  ];
  return (
    <div className="mt-4">
      <DataTable
        label={t`Steps as a table`}
        rows={steps}
        columns={columns}
        rowId={({ questionId, step }) => questionId ?? step}
        csv="journey"
        name="steps"
      />
    </div>
  );
}
