import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { refundRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { readAmount, typedAmount } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";
import { type Method, type Money, refundPayment } from "../api";
import { useMoneyForm } from "../use-money-form";
import { AmountField } from "./amount-field";
import { MethodField } from "./method-field";
import { TillFirst } from "./till-first";

interface Props {
  bookingId: string;
  money: Money;
  onClose: () => void;
}

/** Gives back what was paid, or a part of it, with a reason. */
export function RefundDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const methods: Method[] =
    money.refundableOnline > 0 ? ["online", "card", "cash", "bank"] : ["card", "cash", "bank"];
  const [amount, setAmount] = useState(typedAmount(-money.due));
  const [method, setMethod] = useState<Method>(methods[0] ?? "card");
  const [reason, setReason] = useState("");
  // What was paid too much is not owed anyway.
  const [lowersPrice, setLowersPrice] = useState(money.due >= 0 && money.agreed > 0);
  const read = readAmount(amount);
  const form = useMoneyForm({ bookingId, done: t`Refund recorded`, onDone: onClose });
  const needsTill = method === "cash" && !money.hasTill;
  const most = method === "online" ? Math.min(money.paid, money.refundableOnline) : money.paid;
  return (
    <Dialog
      title={t`Refund`}
      description={t`Up to ${{ amount: formatMoney(most, money.currency) }} with this method.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (read) {
            form.send((key) => refundPayment(bookingId, key, { amount: read, method, reason, lowersPrice }));
          }
        }}
      >
        <AmountField
          label={t`Amount`}
          currency={money.currency}
          value={amount}
          onChange={setAmount}
          error={form.errorOf("amount")}
          whole={most}
          isFirst
        />
        <MethodField methods={methods} value={method} onChange={setMethod} />
        {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
        <TextField
          label={t`Reason`}
          required
          value={reason}
          maxLength={refundRequestLimits.reason.maxLength}
          error={form.errorOf("reason")}
          onChange={(event) => setReason(event.target.value)}
        />
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={lowersPrice}
            onChange={(event) => setLowersPrice(event.target.checked)}
          />
          {t`Reduce the price by this amount, so it isn't due again`}
        </label>
        <FormProblem text={form.problem} />
        <Button type="submit" look="risky" disabled={!read || !reason.trim() || needsTill || form.isPending}>
          {form.isPending
            ? t`Saving…`
            : read
              ? t`Refund ${{ amount: formatMoney(read, money.currency) }}`
              : t({ message: "Refund", context: "the action" })}
        </Button>
      </form>
    </Dialog>
  );
}
