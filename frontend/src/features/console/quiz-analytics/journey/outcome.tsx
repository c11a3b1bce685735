import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatNumber, formatRate } from "@/lib/format";
import { shareOf } from "../rules/change";
import type { Split } from "./rules";

interface Props {
  name: string;
  split: Split;
  isChosen: boolean;
  onChoose: () => void;
}

/** Some visits and how many of them booked; pressed, the picture is of these. */
export function Outcome({ name, split, isChosen, onChoose }: Props) {
  const { t } = useLingui();
  const { visits, booked, rate, low, high, cancelled, tooFew } = split;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      title={t`Share of all visits that led to a booking, including cancelled ones. With its 95 % interval.`}
      className="min-w-40 grow basis-44 rounded-xl border border-line px-3.5 py-2.5 text-left aria-pressed:border-pine aria-pressed:bg-stone"
    >
      <span className="block text-sm font-semibold">{name}</span>
      <span className="tabular mt-0.5 block text-xl font-bold">
        {shareOf(rate, visits)}{" "}
        <span className="text-xs font-normal text-slate">
          {tooFew || visits === 0 ? (
            <Trans>not enough data</Trans>
          ) : (
            <Trans>
              booked; likely {{ low: formatRate(low) }} to {{ high: formatRate(high) }}
            </Trans>
          )}
        </span>
      </span>
      <span className="tabular block text-xs text-slate">
        <Trans>
          {{ booked: formatNumber(booked) }} of{" "}
          <Plural
            value={{ visits }}
            one={`${formatNumber(visits)} visit`}
            other={`${formatNumber(visits)} visits`}
          />
        </Trans>
        {cancelled > 0 && (
          <>
            {" · "}
            <Trans>{{ cancelled: formatNumber(cancelled) }} cancelled since</Trans>
          </>
        )}
      </span>
    </button>
  );
}
