import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import { BarTip } from "@/components/charts/bar-tip";
import { ViewSwitch } from "@/components/console/view-switch";
import { formatNumber } from "@/lib/format";
import { SectionHead } from "../components/panel";
import { PanelFiles } from "../components/panel-files";
import { useAsTable } from "../components/use-view-choices";
import { DrillDown } from "../components/view-context";
import { shareOf } from "../rules/change";
import { droppedAt, reachedAt, type Step, StepTable, secondsText } from "./step-table";

// A question that few saw is no place to look for what drives visitors away.
const minShareOfFirst = 0.1;

interface Props {
  steps: Step[];
  /** Chooses what the steps are broken down by. */
  field?: ReactNode;
  /** In place of the steps of all sessions. */
  children?: ReactNode;
}

/** Where visitors stop, question by question. Nothing moves on a poll. */
export const DropOff = memo(function DropOff({ steps, field, children }: Props) {
  const { t } = useLingui();
  const [asTable, setAsTable] = useAsTable("funnel");
  return (
    <section aria-label={t`Drop-off`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title={t`Drop-off`}
        description={
          <Trans>
            Each bar is everyone who saw the question. Its{" "}
            <span className="font-semibold text-accent-ink">end</span> is those who saw nothing after it and
            didn't finish. Skipped: they went on or finished without seeing the question.
          </Trans>
        }
      >
        <div className="flex flex-wrap gap-2">
          {field}
          {!children && <ViewSwitch asTable={asTable} onChange={setAsTable} />}
          <PanelFiles table="funnel" label={t`Drop-off`} />
        </div>
      </SectionHead>
      {children ?? (asTable ? <StepTable steps={steps} /> : <StepBars steps={steps} />)}
    </section>
  );
});

function StepBars({ steps }: { steps: Step[] }) {
  const { t } = useLingui();
  const most = Math.max(1, ...steps.map((step) => step.seen + step.skipped));
  const linesOf = (step: Step) => [
    step.questionText,
    t`${{ count: formatNumber(step.seen) }} saw it`,
    t`${{ count: formatNumber(step.answered) }} answered`,
    t`${{ count: formatNumber(step.dropped) }} stopped here, ${{ share: shareOf(step.dropRate, step.seen) }}`,
    t`${{ count: formatNumber(step.skipped) }} skipped`,
    t`${{ count: formatNumber(step.stillAnswering) }} still answering`,
  ];
  const frequent = steps.filter((step) => step.seen >= most * minShareOfFirst && step.dropped >= 5);
  const worst = Math.max(0, ...frequent.map((step) => step.dropRate));
  return (
    <ol className="mt-4 grid gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)_auto] lg:gap-y-1.5">
      {steps.map((step, index) => {
        const isWorst = worst > 0 && step.dropRate === worst;
        return (
          <li
            key={step.questionId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 text-sm lg:col-span-3 lg:grid-cols-subgrid"
          >
            <p className="flex gap-2 leading-snug">
              <span className="tabular w-5 shrink-0 text-right text-xs leading-5 text-muted">
                {index + 1}
              </span>
              <span className="min-w-0">{step.questionText}</span>
            </p>
            <BarTip
              label={step.questionText}
              lines={linesOf(step)}
              className="order-last col-span-2 lg:order-none lg:col-span-1"
            >
              <span className="flex h-4 w-full gap-0.5">
                <span
                  className="rounded-l-sm bg-pine"
                  style={{ width: `${((step.seen - step.dropped) / most) * 100}%` }}
                />
                {step.dropped > 0 && (
                  <span
                    className="min-w-0.5 rounded-r-sm bg-accent"
                    style={{ width: `${(step.dropped / most) * 100}%` }}
                  />
                )}
                {step.skipped > 0 && (
                  <span
                    className="min-w-0.5 rounded-r-sm border border-dashed border-edge"
                    style={{ width: `${(step.skipped / most) * 100}%` }}
                  />
                )}
              </span>
            </BarTip>
            <p className="tabular flex justify-end gap-3 text-right text-xs text-slate">
              <span className="hidden w-24 sm:inline">
                <DrillDown bar={reachedAt(step)}>
                  <Trans>{{ count: formatNumber(step.seen) }} saw it</Trans>
                </DrillDown>
              </span>
              <span className={clsx("w-28 sm:w-36", isWorst && "font-bold text-accent-ink")}>
                <DrillDown bar={droppedAt(step)}>
                  <Trans>{{ share: shareOf(step.dropRate, step.seen) }} stopped</Trans>
                </DrillDown>
                {step.skipped > 0 && (
                  <span className="block font-normal text-muted">
                    <Trans>{{ count: formatNumber(step.skipped) }} skipped</Trans>
                  </span>
                )}
                {step.stillAnswering > 0 && (
                  <span
                    className="block font-normal text-muted"
                    title={t`Active in the last 30 minutes, so not counted as stopped`}
                  >
                    <Trans>{{ count: formatNumber(step.stillAnswering) }} still answering</Trans>
                  </span>
                )}
              </span>
              <span className="hidden w-28 sm:inline" title={t`Median time from seeing to answering`}>
                {step.medianSeconds === null
                  ? t`none answered`
                  : t`${{ time: secondsText(step.medianSeconds) }} to answer`}
              </span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}
