import { Trans } from "@lingui/react/macro";
import { formatShown, shownAmount } from "@/lib/currency";
import { formatMoney, formatPercent } from "@/lib/format";
import type { Supported } from "../api";
import { changeInPercent, isSuspicious } from "../rules";

// A service by the day, a day's rent, a week with everything.
const examples = [3, 57, 485];

interface Props {
  charged: string;
  currency: Supported;
  rate: number;
}

/** What visitors would see by a rate, and how far it is from the one in force. */
export function RatePreview({ charged, currency, rate }: Props) {
  const change = changeInPercent(rate, currency.rate);
  const size = formatPercent(Math.abs(change ?? 0));
  const { currency: code, rounding } = currency;
  return (
    <div className="rounded-xl bg-stone p-4 text-sm" role="status">
      <p className="font-semibold">
        <Trans>Preview</Trans>
      </p>
      <dl className="tabular mt-2 grid grid-cols-[auto_auto_1fr] gap-x-3 gap-y-1">
        {examples.map((amount) => (
          <div key={amount} className="contents">
            <dt className="text-right text-slate">{formatMoney(amount, charged)}</dt>
            <dd aria-hidden className="text-muted">
              →
            </dd>
            <dd className="font-semibold">{formatShown(shownAmount(amount, { rate, rounding }), code)}</dd>
          </div>
        ))}
      </dl>
      {change !== null && change !== 0 && (
        <p className={isSuspicious(change) ? "mt-2 font-semibold text-danger" : "mt-2 text-slate"}>
          {change > 0 ? (
            <Trans>{size} above the current rate.</Trans>
          ) : (
            <Trans>{size} below the current rate.</Trans>
          )}{" "}
          {isSuspicious(change) && <Trans>Check the rate.</Trans>}
        </p>
      )}
    </div>
  );
}
