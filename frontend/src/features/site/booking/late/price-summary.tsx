import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ApiError, fieldsOf } from "@/lib/errors";
import { useOnline } from "../components/offline-banner";
import { PriceLines } from "../components/price-lines";
import { TotalFigure, useTotalMark } from "../components/total-figure";
import type { RunningTotal } from "../use-total";
import { ChargedNote } from "./charged-note";

interface Props {
  total: RunningTotal;
  /** Leads to what the server refused of the earlier steps, if that is why there is no confirmed price. */
  onCorrect: (() => void) | undefined;
}

export function PriceSummary({ total, onCorrect }: Props) {
  const mark = useTotalMark(total);
  const why = reason(total.error);
  const isOnline = useOnline();
  return (
    <section
      aria-label={t`Price summary`}
      aria-busy={total.state === "checking"}
      className="rounded-card border border-line bg-panel p-5"
    >
      {total.price && <PriceLines lines={total.price.lines} />}
      <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <span>
          <span className="font-bold">
            <Trans>Total</Trans>
          </span>
          {mark && <span className="ml-2 text-sm text-muted">{mark}</span>}
        </span>
        <TotalFigure total={total} className="text-2xl" />
      </p>
      <ChargedNote total={total} className="mt-1 sm:text-right" />
      {total.state === "unchecked" && isOnline && (
        <div role="alert" className="mt-3 flex flex-col items-start gap-1 text-sm">
          <p>
            <Trans comment="Between the two sentences is the reason, a separate sentence">
              <strong>The price could not be confirmed.</strong> {why} Everything you entered is kept.
            </Trans>
          </p>
          <button
            type="button"
            className="min-h-11 font-semibold text-pine underline underline-offset-4"
            onClick={onCorrect ?? total.retry}
          >
            {onCorrect ? t`Change` : t`Try again`}
          </button>
        </div>
      )}
    </section>
  );
}

function reason(error: Error | null): string {
  if (!(error instanceof ApiError)) return t`Couldn't reach the server.`;
  const fields = fieldsOf(error)
    .map((item) => item.message)
    .join(". ");
  return fields ? `${fields}.` : (error.sentence ?? "");
}
