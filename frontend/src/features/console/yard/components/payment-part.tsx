import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
import type { DeskMethod } from "@/features/console/shared/money-panel/api";
import { AmountField } from "@/features/console/shared/money-panel/components/amount-field";
import { MethodField } from "@/features/console/shared/money-panel/components/method-field";
import { TillFirst } from "@/features/console/shared/money-panel/components/till-first";
import { useMoneyForm } from "@/features/console/shared/money-panel/use-money-form";
import { readAmount, typedAmount } from "@/lib/amounts";
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

function PaymentDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const [amount, setAmount] = useState(typedAmount(money.due));
  const [method, setMethod] = useState<DeskMethod>("cash");
  const read = readAmount(amount);
  const form = useMoneyForm({ bookingId, done: t`Payment recorded`, onDone: onClose });
  const needsTill = method === "cash" && !money.hasTill;
  return (
    <Dialog title={t`Take payment`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (read) form.send((key) => takeYardPayment(bookingId, key, { amount: read, method, note: "" }));
        }}
      >
        <AmountField
          label={t`Amount`}
          currency={money.currency}
          value={amount}
          onChange={setAmount}
          error={form.errorOf("amount")}
          whole={money.due}
          isFirst
        />
        <MethodField methods={methods} value={method} onChange={setMethod} />
        {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
        <FormProblem text={form.problem} />
        <Button type="submit" disabled={!read || needsTill || form.isPending}>
          {form.isPending ? t`Saving…` : t`Take ${{ shown: read ? formatMoney(read, money.currency) : "" }}`}
        </Button>
      </form>
    </Dialog>
  );
}
