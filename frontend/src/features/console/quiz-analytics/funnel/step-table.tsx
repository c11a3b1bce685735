import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { components } from "@/api/schema.gen";
import { formatFixed, formatNumber } from "@/lib/format";
import { DrillDown } from "../components/drill-down";
import type { Bar } from "../rules/bars";
import { shareOf } from "../rules/share";

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
  const cell = clsx("border-t border-line py-2 pl-3 text-right");
  const head = clsx("py-1 pl-3 text-right font-normal");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="mt-3 overflow-x-auto" tabIndex={0} aria-label={t`Questions as a table`}>
      <table className="tabular w-full min-w-xl text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 text-left font-normal">
              <Trans>Question</Trans>
            </th>
            <th className={head}>
              <Trans>Seen</Trans>
            </th>
            <th className={head}>
              <Trans>Answered</Trans>
            </th>
            <th className={head}>
              <Trans>Answer rate</Trans>
            </th>
            <th className={head} title={t`Active in the last 30 minutes, so not counted as stopped`}>
              <Trans>Still answering</Trans>
            </th>
            <th className={head} title={t`Went on or finished without seeing the question`}>
              <Trans>Skipped</Trans>
            </th>
            <th className={head}>
              <Trans>Stopped here</Trans>
            </th>
            <th className={head}>
              <Trans>Share</Trans>
            </th>
            <th className={head}>
              <Trans>Median time</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.questionId}>
              <th scope="row" className="border-t border-line py-2 text-left font-medium">
                {step.questionText}
              </th>
              <td className={cell}>
                <DrillDown bar={reachedAt(step)}>{formatNumber(step.seen)}</DrillDown>
              </td>
              <td className={cell}>{formatNumber(step.answered)}</td>
              <td className={cell}>{shareOf(step.answerRate, step.seen)}</td>
              <td className={cell}>{formatNumber(step.stillAnswering)}</td>
              <td className={cell}>{formatNumber(step.skipped)}</td>
              <td className={cell}>
                <DrillDown bar={droppedAt(step)}>{formatNumber(step.dropped)}</DrillDown>
              </td>
              <td className={cell}>{shareOf(step.dropRate, step.seen)}</td>
              <td className={cell}>{secondsText(step.medianSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
