import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { BarTip } from "@/components/charts/bar-tip";
import { formatNumber } from "@/lib/format";
import { shareOf } from "../rules/change";
import { type Bar, barsOf, type Step, stepNames, worstOf } from "./rules";

/** The steps from top to bottom, each bar with its name; questions are thinner and stand further in. */
export function JourneyChart({ steps }: { steps: Step[] }) {
  const { t } = useLingui();
  const worst = worstOf(steps);
  return (
    <ol
      aria-label={t`Steps of the visits`}
      className="mt-5 grid gap-x-4 gap-y-1 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)_auto] lg:gap-y-0"
    >
      {barsOf(steps).map((bar) => (
        <Row
          key={bar.step.questionId ?? bar.step.step}
          bar={bar}
          all={steps[0]?.visits ?? 0}
          isWorst={bar.step === worst}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  bar: Bar;
  /** The visits that landed. */
  all: number;
  isWorst: boolean;
}

function Row({ bar: { step, height, ended }, all, isWorst }: RowProps) {
  const { t } = useLingui();
  const isQuestion = step.step === "question";
  const known = stepNames[step.step];
  const name = step.questionText ?? (known ? t(known) : step.step);
  const visits = formatNumber(step.visits);
  const dropped = formatNumber(step.dropped);
  const share = shareOf(step.share, all);
  const inWords = t`${{ name }}: ${{ visits }} visits, ${{ share }} of all; ${{ dropped }} ended here`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 text-sm lg:col-span-3 lg:grid-cols-subgrid">
      <p className={clsx("min-w-0 leading-snug", isQuestion && "pl-4 text-xs text-slate")}>{name}</p>
      <BarTip
        label={inWords}
        lines={[name, t`${{ visits }} visits, ${{ share }} of all`, t`${{ dropped }} ended here`]}
        className="order-last col-span-2 lg:order-none lg:col-span-1"
      >
        <span className={clsx("flex w-full gap-0.5", isQuestion ? "h-2.5 opacity-80" : "h-4")}>
          <span className="rounded-l-sm bg-pine" style={{ width: `${height - ended}%` }} />
          {ended > 0 && <span className="min-w-0.5 rounded-r-sm bg-accent" style={{ width: `${ended}%` }} />}
        </span>
      </BarTip>
      <p className="tabular flex justify-end gap-3 text-right text-xs text-slate">
        <span>
          <b className={clsx("text-ink", !isQuestion && "text-sm")}>{visits}</b> {share}
        </span>
        <span
          className={clsx(
            "w-28",
            isWorst ? "font-bold text-accent-ink" : "text-muted",
            step.dropped === 0 && "invisible",
          )}
        >
          {t`${{ dropped }} ended here`}
        </span>
      </p>
    </li>
  );
}
