import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { Settled, Sum } from "@/features/site/shared/after/settled";
import { RateNote } from "@/features/site/shared/pricing/rate-note";
import { shownAmount, useCurrency } from "@/lib/currency";
import { sentenceOf } from "@/lib/errors";
import { formatMoment, formatMoney, formatNumber } from "@/lib/format";
import { lineLabel } from "@/lib/price-line";
import { siteConfig } from "@/lib/site-config";
import { holdDeposit, type OwnBooking, payOnline } from "../api";
import { Section } from "./section";

/** What the rental costs, what was paid, and a button for the rest. */
export function PriceSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, booking.currency);
  const pay = useMutation({
    mutationFn: payOnline,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const isCancelled = booking.status === "cancelled";
  return (
    <Section title={isCancelled ? t`Payments` : t`Price`}>
      {isCancelled ? (
        <p>
          {booking.due === 0 ? t`The booking was cancelled: nothing is due.` : t`The booking was cancelled.`}
        </p>
      ) : (
        <Lines booking={booking} />
      )}
      <dl className="tabular mt-4 grid gap-1 border-t border-line pt-4 empty:hidden">
        {!isCancelled && <Sum name={t`Total`} value={money(booking.totalPrice)} isStrong />}
        {!isCancelled && <ShownTotal booking={booking} />}
        <Settled booking={booking} />
      </dl>
      {booking.allowed.pay && (
        <div className="mt-5 grid gap-2 print:hidden">
          <Button disabled={pay.isPending} onClick={() => pay.mutate()}>
            {t`Pay ${{ amount: money(booking.due) }} online`}
          </Button>
          <FormProblem text={pay.isError ? sentenceOf(pay.error) : null} />
          <p className="text-sm text-muted">
            <Trans>The payment page is Stripe's. You come back here afterwards.</Trans>
          </p>
        </div>
      )}
      <CardHold booking={booking} />
    </Section>
  );
}

/** The deposit on hold on the customer's card, or a button to put it there. */
function CardHold({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const place = useMutation({
    mutationFn: holdDeposit,
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const { hold } = booking.allowed;
  return (
    <>
      {booking.cardHolds.map(({ amount, until }) => (
        <p key={until} className="mt-4 text-sm">
          {t`${{ amount: formatMoney(amount, booking.currency) }} deposit on hold on your card until ${{ moment: formatMoment(until) }} at the latest`}
        </p>
      ))}
      {hold !== null && (
        <div className="mt-5 grid gap-2 print:hidden">
          <Button look="quiet" disabled={place.isPending} onClick={() => place.mutate()}>
            {t`Hold ${{ amount: formatMoney(hold, booking.currency) }} deposit on a card`}
          </Button>
          <FormProblem text={place.isError ? sentenceOf(place.error) : null} />
          <p className="text-sm text-muted">
            <Trans>
              The amount is held on your card, not charged. The page is Stripe's. You come back here
              afterwards.
            </Trans>
          </p>
        </div>
      )}
    </>
  );
}

/** About how much the total is in the visitor's currency; all other amounts here are in the charged one. */
function ShownTotal({ booking }: { booking: OwnBooking }) {
  const currency = useCurrency();
  if (
    !currency ||
    currency.currency === booking.currency ||
    booking.currency !== siteConfig().tenant.currency
  ) {
    return null;
  }
  const shown = formatMoney(shownAmount(booking.totalPrice, currency), currency.currency);
  return (
    <dd className="text-right text-sm text-muted">
      <Trans comment="An amount in the visitor's currency, below the charged one">about {shown}</Trans>
      <RateNote />
    </dd>
  );
}

/** What the price is made of. */
function Lines({ booking }: { booking: OwnBooking }) {
  const money = (amount: number) => formatMoney(amount, booking.currency);
  return (
    <ul className="grid gap-2 text-sm">
      {booking.priceLines.map((line) => (
        <li key={`${line.code}${line.label}`} className="flex justify-between gap-4">
          <span>
            {lineLabel(line)}
            {line.quantity > 1 && (
              <span className="tabular text-muted">{` · ${formatNumber(line.quantity)} × ${money(line.unitPrice)}`}</span>
            )}
          </span>
          <span className="tabular shrink-0 font-medium">{money(line.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
