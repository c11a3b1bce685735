import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { captureRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { formatMoney } from "@/lib/format";
import { captureHold, type PaymentLink } from "../api";
import { useMoneySubmit } from "../use-money-submit";

interface Props {
  bookingId: string;
  hold: PaymentLink;
  currency: string;
  onClose: () => void;
}

interface Values {
  amount: number | null;
  reason: string;
}

/** Keeps all or a part of what is on hold, with a reason; the rest is released. */
export function CaptureDialog({ bookingId, hold, currency, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({ defaultValues: { amount: null, reason: "" } });
  const { control } = form;
  const { amount, reason } = form.watch();
  const submit = useMoneySubmit(
    form,
    (key, values) => captureHold(bookingId, hold.id, key, { ...values, amount: values.amount ?? 0 }),
    { bookingId, done: t`Sent to Stripe`, onDone: onClose },
  );
  const whole = formatMoney(hold.amount, currency);
  return (
    <DialogForm
      title={t`Capture the card hold`}
      description={t`${whole} is on hold. What you capture is charged, added to the price and paid. The rest is released.`}
      submit={submit}
      confirm={
        typeof amount === "number"
          ? t`Capture ${{ amount: formatMoney(amount, currency) }}`
          : t({ message: "Capture", context: "card hold" })
      }
      isBlocked={typeof amount !== "number" || amount > hold.amount || reason.trim() === ""}
      onClose={onClose}
    >
      <AmountInput
        control={control}
        name="amount"
        label={t`Amount`}
        currency={currency}
        limits={limits.amount}
        whole={hold.amount}
      />
      <TextInput
        control={control}
        name="reason"
        label={t`Reason`}
        hint={t`Shown to the customer on the invoice.`}
        maxLength={limits.reason.maxLength}
      />
    </DialogForm>
  );
}
