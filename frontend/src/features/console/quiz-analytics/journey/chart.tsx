import { Plural, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { formatNumber } from "@/lib/format";
import { shareOf } from "../rules/share";
import { type Bar, barsOf, type Step, stepNames, worstOf } from "./rules";

/** The steps from left to right, on a phone from top to bottom; questions are thin bars without a label. */
export function JourneyChart({ steps }: { steps: Step[] }) {
  const { t } = useLingui();
  const bars = barsOf(steps);
  const worst = worstOf(steps);
  const questions = steps.filter(({ step }) => step === "question");
  return (
    <ol
      aria-label={t`Steps of the visits`}
      className="mt-5 flex flex-col gap-2 lg:flex-row lg:items-stretch lg:gap-1"
    >
      {bars.map((bar) => (
        <Column
          key={bar.step.questionId ?? bar.step.step}
          bar={bar}
          all={steps[0]?.visits ?? 0}
          isWorst={bar.step === worst}
          questions={bar.step === questions[0] ? questions.length : 0}
        />
      ))}
    </ol>
  );
}

interface ColumnProps {
  bar: Bar;
  /** The visits that landed. */
  all: number;
  isWorst: boolean;
  /** How many questions there are, at the first of them. */
  questions: number;
}

function Column({ bar: { step, height, ended }, all, isWorst, questions }: ColumnProps) {
  const { t } = useLingui();
  const isQuestion = step.step === "question";
  const known = stepNames[step.step];
  const name = step.questionText ?? (known ? t(known) : step.step);
  const visits = formatNumber(step.visits);
  const dropped = formatNumber(step.dropped);
  const share = shareOf(step.share, all);
  const inWords = t`${{ name }}: ${{ visits }} visits, ${{ share }} of all; ${{ dropped }} ended here`;
  return (
    <li
      title={inWords}
      className={clsx(
        "min-w-0 lg:flex lg:flex-col",
        isQuestion ? "max-lg:hidden lg:w-2 lg:shrink" : "lg:flex-1",
      )}
    >
      <span className="sr-only">{inWords}</span>
      <div
        aria-hidden
        className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm lg:contents"
      >
        <p
          className={clsx(
            "leading-snug lg:order-2 lg:mt-2 lg:min-h-9 lg:text-xs",
            isQuestion && "whitespace-nowrap text-muted",
          )}
        >
          {!isQuestion && name}
          {questions > 0 && <Plural value={{ questions }} one="# question" other="# questions" />}
        </p>
        {!isQuestion && (
          <p className="tabular text-right text-xs lg:order-3 lg:text-left">
            <span className="text-sm font-bold lg:block">{visits}</span>{" "}
            <span className="text-slate">{share}</span>
          </p>
        )}
        {/* Bars are horizontal on a phone, otherwise vertical. */}
        <div className="col-span-2 flex h-4 gap-0.5 lg:hidden">
          <span className="rounded-l-sm bg-pine" style={{ width: `${height - ended}%` }} />
          {ended > 0 && <span className="min-w-0.5 rounded-r-sm bg-accent" style={{ width: `${ended}%` }} />}
        </div>
        <div className="order-1 flex h-56 flex-col justify-end gap-0.5 max-lg:hidden">
          {ended > 0 && <span className="min-h-0.5 rounded-t-sm bg-accent" style={{ height: `${ended}%` }} />}
          <span
            className={clsx("bg-pine", ended === 0 && "rounded-t-sm", isQuestion && "opacity-70")}
            style={{ height: `${height - ended}%` }}
          />
        </div>
        {!isQuestion && (
          <p
            className={clsx(
              "tabular col-span-2 text-xs lg:order-4",
              isWorst ? "font-bold text-accent-ink" : "text-muted",
              step.dropped === 0 && "invisible max-lg:hidden",
            )}
          >
            {t`${{ dropped }} ended here`}
          </p>
        )}
      </div>
    </li>
  );
}
