import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft } from "lucide-react";
import { Progress } from "radix-ui";
import { formatPercent } from "@/lib/format";
import type { Progress as QuizProgress } from "../rules";

interface Props {
  progress: QuizProgress;
  encouragement: string | null;
  onBack: (() => void) | undefined;
}

/** How far the visitor is, and a kind word near each quarter. */
export function QuizHeader({ progress, encouragement, onBack }: Props) {
  const { t } = useLingui();
  const { number, count, percent } = progress;
  return (
    <header className="sticky top-0 z-10 -mx-4 bg-snow px-4 pt-3 pb-2">
      <div className="flex min-h-11 items-center justify-between gap-3 text-sm font-semibold text-slate">
        <button
          type="button"
          onClick={onBack}
          disabled={!onBack}
          aria-label={t`Previous question`}
          className="-ml-2 grid size-11 place-items-center rounded-xl disabled:invisible"
        >
          <ArrowLeft aria-hidden size={22} />
        </button>
        <span id="quiz-position">
          <Trans>
            Question {number} of {count}
          </Trans>
        </span>
        <span className="tabular w-11 text-right">{formatPercent(percent)}</span>
      </div>
      <Progress.Root
        value={percent}
        aria-label={t`Progress of the quiz`}
        getValueLabel={formatPercent}
        className="h-2 overflow-hidden rounded-full bg-stone"
      >
        <Progress.Indicator
          className="h-full rounded-full bg-pine transition-[width] duration-200"
          style={{ width: `${percent}%` }}
        />
      </Progress.Root>
      <p role="status" className="h-7 pt-1.5 text-center text-sm font-medium text-pine">
        {encouragement}
      </p>
    </header>
  );
}
