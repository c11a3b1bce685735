import { Trans, useLingui } from "@lingui/react/macro";
import { formatMoney } from "@/lib/format";
import type { OwnBooking } from "./own-booking";

interface Props {
  booking: Pick<OwnBooking, "currency" | "paid" | "due" | "deposit" | "settlement" | "reference">;
}

/** What was paid and what is left: to pay, or to give back. */
export function Settled({ booking }: Props) {
  const { t } = useLingui();
  const { currency, deposit, settlement } = booking;
  const money = (amount: number) => formatMoney(amount, currency);
  const paid = settlement ? settlement.paid : booking.paid;
  return (
    <>
      {settlement && settlement.fee > 0 && (
        <Sum name={t`Cancellation fee`} value={money(settlement.fee)}>
          {!settlement.isCharged && <Trans>By the terms that you agreed to when you booked</Trans>}
        </Sum>
      )}
      {paid !== 0 && <Sum name={t`Paid`} value={money(paid)} />}
      {settlement && settlement.refunded > 0 && <Sum name={t`Refunded`} value={money(settlement.refunded)} />}
      {settlement ? (
        <AfterCancellation settlement={settlement} booking={booking} />
      ) : (
        <>
          {paid !== 0 && booking.due > 0 && <Sum name={t`Balance due`} value={money(booking.due)} />}
          {booking.due < 0 && <Sum name={t`Refund`} value={money(-booking.due)} />}
        </>
      )}
      {deposit !== 0 && <Sum name={t`Deposit held`} value={money(deposit)} />}
    </>
  );
}

/** What is refunded and when, or what is still to be paid and how. */
function AfterCancellation({
  settlement,
  booking: { currency, reference },
}: Props & { settlement: NonNullable<OwnBooking["settlement"]> }) {
  const { t } = useLingui();
  const { toRefund, owed, isCard, bankAccount } = settlement;
  if (toRefund > 0) {
    return (
      <Sum name={t`Refund`} value={formatMoney(toRefund, currency)} isStrong>
        {isCard
          ? t`To the card you paid with. Banks take 5 to 10 business days after we send it.`
          : t`The way you paid. We contact you about it.`}
      </Sum>
    );
  }
  if (owed > 0) {
    return (
      <Sum name={t`Still to pay`} value={formatMoney(owed, currency)} isStrong>
        {bankAccount
          ? t`By bank transfer to ${bankAccount}, with ${reference} as the reference.`
          : t`We contact you about how to pay it.`}
      </Sum>
    );
  }
  return null;
}

interface SumProps {
  name: string;
  value: string;
  isStrong?: boolean;
  /** When and how. */
  children?: React.ReactNode;
}

export function Sum({ name, value, isStrong = false, children }: SumProps) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <dt className={isStrong ? "font-bold" : "text-slate"}>{name}</dt>
        <dd className={isStrong ? "text-2xl font-bold" : "font-medium"}>{value}</dd>
      </div>
      {children && <dd className="text-sm text-muted wrap-anywhere">{children}</dd>}
    </div>
  );
}
