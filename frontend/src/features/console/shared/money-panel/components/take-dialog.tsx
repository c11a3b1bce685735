import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { paymentRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { formatMoney } from "@/lib/format";
import { type DeskMethod, type Money, takeDeposit, takePayment } from "../api";
import { useMoneySubmit } from "../use-money-submit";
import { MethodField } from "./method-field";
import { TillFirst } from "./till-first";

interface Props {
  bookingId: string;
  money: Money;
  what: "payment" | "deposit";
  onClose: () => void;
}

const methods: readonly DeskMethod[] = ["card", "cash", "bank"];

interface Values {
  amount: number | null;
  method: DeskMethod;
  note: string;
}

/** Takes a payment of what is due, or a part of it; or a deposit. */
export function TakeDialog({ bookingId, money, what, onClose }: Props) {
  const { t } = useLingui();
  const isPayment = what === "payment";
  const due = Math.max(0, money.due);
  const form = useForm<Values>({
    defaultValues: { amount: (isPayment && due) || null, method: "card", note: "" },
  });
  const { control } = form;
  const { amount, method } = form.watch();
  const submit = useMoneySubmit(
    form,
    (key, values) =>
      (isPayment ? takePayment : takeDeposit)(bookingId, key, { ...values, amount: values.amount ?? 0 }),
    { bookingId, done: isPayment ? t`Payment recorded` : t`Deposit recorded`, onDone: onClose },
  );
  const needsTill = method === "cash" && !money.hasTill;
  const shown = typeof amount === "number" ? formatMoney(amount, money.currency) : "";
  return (
    <DialogForm
      title={isPayment ? t`Take a payment` : t`Take a deposit`}
      submit={submit}
      confirm={isPayment ? t`Take ${shown}` : t`Take ${shown} as a deposit`}
      isBlocked={!amount || needsTill}
      onClose={onClose}
    >
      <AmountInput
        control={control}
        name="amount"
        label={t`Amount`}
        currency={money.currency}
        limits={limits.amount}
        whole={isPayment ? due : 0}
        autoFocus
      />
      <MethodField control={control} name="method" methods={methods} />
      {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
      <TextInput control={control} name="note" label={t`Note`} maxLength={limits.note.maxLength} />
    </DialogForm>
  );
}
