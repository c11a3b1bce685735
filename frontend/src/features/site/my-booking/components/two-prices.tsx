import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { FormProblem } from "@/components/ui/form-problem";
import { fieldsOf, sentenceOf } from "@/lib/errors";
import { formatDays, formatMoney } from "@/lib/format";
import type { OwnQuote } from "../api";

interface Props {
  quote: OwnQuote | undefined;
  error: unknown;
  /** Fields that show a refusal; all by default. */
  shownFields?: readonly string[];
  /** Shown where the car is not free, instead of the default text. */
  unavailable?: ReactNode;
}

/** The agreed price and the new one; or why there is none. */
export function TwoPrices({ quote, error, shownFields, unavailable }: Props) {
  const { t } = useLingui();
  const isAtField = fieldsOf(error).some(({ field }) => !shownFields || shownFields.includes(field));
  if (error) return isAtField ? null : <FormProblem text={sentenceOf(error)} />;
  if (!quote) return null;
  const money = (amount: number) => formatMoney(amount, quote.currency);
  const { difference } = quote;
  return (
    <div aria-live="polite" className="rounded-2xl bg-stone p-4">
      <dl className="tabular grid grid-cols-2 gap-4">
        {[
          { name: t`Agreed`, price: quote.agreed },
          { name: t`After the change`, price: quote.fresh },
        ].map(({ name, price }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-xl font-bold">{money(price.totalPrice)}</dd>
            <dd className="text-sm text-slate">{formatDays(price.days)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 font-semibold">
        {difference > 0 && t`${{ amount: money(difference) }} more`}
        {difference < 0 && t`${{ amount: money(-difference) }} less`}
        {difference === 0 && t`The price stays the same`}
      </p>
      {!quote.isAvailable &&
        (unavailable ?? (
          <p role="alert" className="mt-2 font-semibold text-danger">
            <Trans>No car is free in that time. Try other dates, or write to us.</Trans>
          </p>
        ))}
      <p className="mt-2 text-sm text-slate">
        <Trans>What you do not change keeps its agreed price.</Trans>
      </p>
    </div>
  );
}
