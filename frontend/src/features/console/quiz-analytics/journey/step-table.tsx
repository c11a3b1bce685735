import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { formatNumber, formatRate } from "@/lib/format";
import { shareOf } from "../rules/share";
import { type Step, stepNames } from "./rules";

/** The same as a table, with every question. */
export function StepTable({ steps }: { steps: Step[] }) {
  const { t } = useLingui();
  const all = steps[0]?.visits ?? 0;
  const cell = clsx("border-t border-line py-2 pl-3 text-right");
  const head = clsx("py-1 pl-3 text-right font-normal");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="mt-4 overflow-x-auto" tabIndex={0} aria-label={t`Steps as a table`}>
      <table className="tabular w-full min-w-xl text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 text-left font-normal">
              <Trans>Step</Trans>
            </th>
            <th className={head}>
              <Trans>Visits</Trans>
            </th>
            <th className={head}>
              <Trans>Of all visits</Trans>
            </th>
            <th className={head} title={t`95 % interval of the share`}>
              <Trans>Likely between</Trans>
            </th>
            <th className={head} title={t`Active in the last 30 minutes, so not counted as ended`}>
              <Trans>Still active</Trans>
            </th>
            <th className={head}>
              <Trans>Ended here</Trans>
            </th>
            <th className={head}>
              <Trans>Of the previous step</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => {
            const known = stepNames[step.step];
            return (
              <tr key={step.questionId ?? step.step}>
                <th
                  scope="row"
                  className={clsx(
                    "border-t border-line py-2 text-left",
                    step.questionId ? "pl-4 font-normal" : "font-medium",
                  )}
                >
                  {step.questionText ?? (known ? t(known) : step.step)}
                </th>
                <td className={cell}>{formatNumber(step.visits)}</td>
                <td className={cell}>{shareOf(step.share, all)}</td>
                <td className={clsx(cell, "text-slate")}>
                  {all > 0 ? `${formatRate(step.low)} – ${formatRate(step.high)}` : "–"}
                </td>
                <td className={cell}>{formatNumber(step.stillActive)}</td>
                <td className={cell}>{formatNumber(step.dropped)}</td>
                <td className={cell}>{shareOf(step.dropRate, step.visits)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
