import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { paymentRequestLimits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { Button } from "@/components/ui/button";
import type { DeskMethod } from "@/features/console/shared/money-panel/api";
import { MethodField } from "@/features/console/shared/money-panel/components/method-field";
import { TillFirst } from "@/features/console/shared/money-panel/components/till-first";
import { useMoneySubmit } from "@/features/console/shared/money-panel/use-money-submit";
import { formatMoney } from "@/lib/format";
import { takeYardPayment, type YardMoney, yardMoneyQuery } from "../api";

const methods: readonly DeskMethod[] = ["cash", "card"];

/** The balance due and its payment: cash goes into the user's own till. Nothing without a network. */
export function PaymentPart({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const { data: money } = useQuery(yardMoneyQuery(bookingId));
  const [isOpen, setOpen] = useState(false);
  if (!money || money.due <= 0) return null;
  return (
    <section
      aria-label={t`Payment`}
      className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line bg-panel p-4"
    >
      <p className="font-semibold">
        <Trans>Amount due</Trans> <span className="tabular">{formatMoney(money.due, money.currency)}</span>
      </p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Banknote aria-hidden size={18} /> <Trans>Take payment</Trans>
      </Button>
      {isOpen && <PaymentDialog bookingId={bookingId} money={money} onClose={() => setOpen(false)} />}
    </section>
  );
}

interface Props {
  bookingId: string;
  money: YardMoney;
  onClose: () => void;
}

interface Values {
  amount: number | null;
  method: DeskMethod;
}

function PaymentDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({ defaultValues: { amount: money.due, method: "cash" } });
  const { amount, method } = form.watch();
  const submit = useMoneySubmit(
    form,
    (key, values) => takeYardPayment(bookingId, key, { ...values, amount: values.amount ?? 0, note: "" }),
    { bookingId, done: t`Payment recorded`, onDone: onClose },
  );
  const needsTill = method === "cash" && !money.hasTill;
  const shown = typeof amount === "number" ? formatMoney(amount, money.currency) : "";
  return (
    <DialogForm
      title={t`Take payment`}
      submit={submit}
      confirm={t`Take ${shown}`}
      isBlocked={!amount || needsTill}
      onClose={onClose}
    >
      <AmountInput
        control={form.control}
        name="amount"
        label={t`Amount`}
        currency={money.currency}
        limits={paymentRequestLimits.amount}
        whole={money.due}
        autoFocus
      />
      <MethodField control={form.control} name="method" methods={methods} />
      {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
    </DialogForm>
  );
}
