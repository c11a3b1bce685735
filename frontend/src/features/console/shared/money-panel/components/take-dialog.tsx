import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { paymentRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { readAmount, typedAmount } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";
import { type DeskMethod, type Money, takeDeposit, takePayment } from "../api";
import { useMoneyForm } from "../use-money-form";
import { AmountField } from "./amount-field";
import { MethodField } from "./method-field";
import { TillFirst } from "./till-first";

interface Props {
  bookingId: string;
  money: Money;
  what: "payment" | "deposit";
  onClose: () => void;
}

const methods: readonly DeskMethod[] = ["card", "cash", "bank"];

/** Takes a payment of what is due, or a part of it; or a deposit. */
export function TakeDialog({ bookingId, money, what, onClose }: Props) {
  const { t } = useLingui();
  const isPayment = what === "payment";
  const due = Math.max(0, money.due);
  const [amount, setAmount] = useState(isPayment ? typedAmount(due) : "");
  const [method, setMethod] = useState<DeskMethod>("card");
  const [note, setNote] = useState("");
  const read = readAmount(amount);
  const form = useMoneyForm({
    bookingId,
    done: isPayment ? t`Payment recorded` : t`Deposit recorded`,
    onDone: onClose,
  });
  const needsTill = method === "cash" && !money.hasTill;
  const shown = read ? formatMoney(read, money.currency) : "";
  return (
    <Dialog title={isPayment ? t`Take a payment` : t`Take a deposit`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!read) return;
          const body = { amount: read, method, note };
          form.send((key) => (isPayment ? takePayment : takeDeposit)(bookingId, key, body));
        }}
      >
        <AmountField
          label={t`Amount`}
          currency={money.currency}
          value={amount}
          onChange={setAmount}
          error={form.errorOf("amount")}
          whole={isPayment ? due : 0}
          isFirst
        />
        <MethodField methods={methods} value={method} onChange={setMethod} />
        {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
        <TextField
          label={t`Note`}
          value={note}
          maxLength={paymentRequestLimits.note.maxLength}
          error={form.errorOf("note")}
          onChange={(event) => setNote(event.target.value)}
        />
        <FormProblem text={form.problem} />
        <Button type="submit" disabled={!read || needsTill || form.isPending}>
          {form.isPending ? t`Saving…` : isPayment ? t`Take ${shown}` : t`Take ${shown} as a deposit`}
        </Button>
      </form>
    </Dialog>
  );
}
