import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { refundRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, TextInput } from "@/components/forms/fields";
import { formatMoney } from "@/lib/format";
import { type Method, type Money, refundPayment } from "../api";
import { useMoneySubmit } from "../use-money-submit";
import { MethodField } from "./method-field";
import { TillFirst } from "./till-first";

interface Props {
  bookingId: string;
  money: Money;
  onClose: () => void;
}

interface Values {
  amount: number | null;
  method: Method;
  reason: string;
  lowersPrice: boolean;
}

/** Gives back what was paid, or a part of it, with a reason. */
export function RefundDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const methods: Method[] =
    money.refundableOnline > 0 ? ["online", "card", "cash", "bank"] : ["card", "cash", "bank"];
  const form = useForm<Values>({
    defaultValues: {
      amount: money.due < 0 ? -money.due : null,
      method: methods[0] ?? "card",
      reason: "",
      // What was paid too much is not owed anyway.
      lowersPrice: money.due >= 0 && money.agreed > 0,
    },
  });
  const { control } = form;
  const { amount, method, reason } = form.watch();
  const submit = useMoneySubmit(
    form,
    (key, values) => refundPayment(bookingId, key, { ...values, amount: values.amount ?? 0 }),
    { bookingId, done: t`Refund recorded`, onDone: onClose },
  );
  const needsTill = method === "cash" && !money.hasTill;
  const most = method === "online" ? Math.min(money.paid, money.refundableOnline) : money.paid;
  return (
    <DialogForm
      title={t`Refund`}
      description={t`Up to ${{ amount: formatMoney(most, money.currency) }} with this method.`}
      submit={submit}
      look="risky"
      confirm={
        typeof amount === "number"
          ? t`Refund ${{ amount: formatMoney(amount, money.currency) }}`
          : t({ message: "Refund", context: "the action" })
      }
      isBlocked={!amount || !reason.trim() || needsTill}
      onClose={onClose}
    >
      <AmountInput
        control={control}
        name="amount"
        label={t`Amount`}
        currency={money.currency}
        limits={limits.amount}
        whole={most}
        autoFocus
      />
      <MethodField control={control} name="method" methods={methods} />
      {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
      <TextInput
        control={control}
        name="reason"
        label={t`Reason`}
        required
        maxLength={limits.reason.maxLength}
      />
      <CheckInput
        control={control}
        name="lowersPrice"
        label={t`Reduce the price by this amount, so it isn't due again`}
      />
    </DialogForm>
  );
}
