import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { cancellationFeeRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { Button } from "@/components/ui/button";
import { formatMoney } from "@/lib/format";
import { chargeFee, type Money } from "../api";
import { useMoneySubmit } from "../use-money-submit";

/** What a cancelled booking costs: by its terms until someone decides. Nothing where the terms charge nothing. */
export function CancellationFee({ money, onDecide }: { money: Money; onDecide: () => void }) {
  const { t } = useLingui();
  const fee = money.cancellationFee;
  if (!fee) return null;
  const { kind, proposed, charged } = fee;
  const names = {
    no_show: t`No-show fee`,
    late_cancellation: t`Late cancellation fee`,
    cancellation: t`Cancellation fee`,
  };
  const isOpen = charged === null && proposed > 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-stone p-4">
      <p className="min-w-0">
        <span className="font-semibold">{names[kind]}</span>{" "}
        <span className="tabular">{formatMoney(charged ?? proposed, money.currency)}</span>
        <span className="block text-sm text-slate">
          {charged !== null ? (
            <Trans>charged</Trans>
          ) : isOpen ? (
            <Trans>by the terms agreed at booking, not charged yet</Trans>
          ) : (
            <Trans>none by the terms agreed at booking</Trans>
          )}
        </span>
        {money.settlement && <Shown settlement={money.settlement} currency={money.currency} />}
      </p>
      <Button look={isOpen ? "primary" : "quiet"} onClick={onDecide}>
        {isOpen ? t`Charge or waive` : charged === null ? t`Charge a fee` : t`Change`}
      </Button>
    </div>
  );
}

/** What the customer reads at My booking and in the email. */
function Shown({ settlement, currency }: { settlement: NonNullable<Money["settlement"]>; currency: string }) {
  const { t } = useLingui();
  const { toRefund, owed } = settlement;
  const refund = formatMoney(toRefund, currency);
  const rest = formatMoney(owed, currency);
  return (
    <span className="block text-sm text-slate">
      {toRefund > 0
        ? t`The customer is shown a refund of ${refund}`
        : owed > 0
          ? t`The customer is shown ${rest} as still to pay`
          : t`The customer is shown that nothing is due`}
    </span>
  );
}

interface Props {
  bookingId: string;
  money: Money;
  onClose: () => void;
}

/** Charges the proposed fee, another amount, or nothing. */
export function FeeDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const fee = money.cancellationFee;
  const form = useForm<{ amount: number | null; reason: string }>({
    defaultValues: { amount: fee?.charged ?? fee?.proposed ?? 0, reason: "" },
  });
  const { amount } = form.watch();
  const submit = useMoneySubmit(
    form,
    (_key, values) => chargeFee(bookingId, { ...values, amount: values.amount ?? 0 }),
    { bookingId, done: amount ? t`Fee charged` : t`Fee waived`, onDone: onClose },
  );
  const shown = typeof amount === "number" ? formatMoney(amount, money.currency) : "";
  return (
    <DialogForm
      title={t`Cancellation fee`}
      description={t`The fee becomes the amount due, and the line of the invoice. 0 waives it.`}
      submit={submit}
      confirm={amount ? t`Charge ${shown}` : t`Waive`}
      isBlocked={typeof amount !== "number"}
      onClose={onClose}
    >
      <AmountInput
        control={form.control}
        name="amount"
        label={t`Amount`}
        currency={money.currency}
        limits={limits.amount}
        whole={fee?.proposed ?? 0}
        autoFocus
      />
      <TextInput
        control={form.control}
        name="reason"
        label={t`Reason (optional)`}
        maxLength={limits.reason.maxLength}
      />
    </DialogForm>
  );
}
