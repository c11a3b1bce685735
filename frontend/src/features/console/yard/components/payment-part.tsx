import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { paymentRequestLimits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput } from "@/components/forms/fields";
import { Button } from "@/components/ui/button";
import type { RecordKind } from "@/features/console/shared/handover";
import type { DeskMethod } from "@/features/console/shared/money-panel/api";
import { MethodField } from "@/features/console/shared/money-panel/components/method-field";
import { TillFirst } from "@/features/console/shared/money-panel/components/till-first";
import { useMoneySubmit } from "@/features/console/shared/money-panel/use-money-submit";
import { formatMoney, formatShortMoment } from "@/lib/format";
import { takeYardPayment, type YardBooking, type YardMoney, yardMoneyQuery } from "../api";

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

/** Deposits on hold on the customer's card, with the moment when the authorization expires. */
export function HoldPart({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const { data: money } = useQuery(yardMoneyQuery(bookingId));
  if (!money || money.cardHolds.length === 0) return null;
  return (
    <section
      aria-label={t`Card holds`}
      className="grid gap-1 rounded-2xl border border-line bg-panel p-4 text-sm"
    >
      {money.cardHolds.map((hold) => (
        <p key={`${hold.until} ${hold.amount}`} className="flex flex-wrap justify-between gap-x-3">
          <span className="font-semibold">
            <Trans>Card hold</Trans>{" "}
            <span className="tabular">{formatMoney(hold.amount, money.currency)}</span>
          </span>
          <span className="text-slate">{t`Authorized until ${{ moment: formatShortMoment(hold.until) }}`}</span>
        </p>
      ))}
    </section>
  );
}

/** After a record that was sent: what is due now, with the return costs that were accepted. */
export function DuePart({
  booking,
  kind,
  onDone,
}: {
  booking: YardBooking;
  kind: RecordKind;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const { data: money } = useQuery(yardMoneyQuery(booking.bookingId));
  const isPaid = money !== undefined && money.due <= 0;
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="text-2xl font-bold break-words">
          {kind === "handover" ? t`Handed over` : t`Car returned`}
        </h1>
        <p className="mt-1 text-slate">
          {booking.customerName} · {booking.reference}
        </p>
      </div>
      <PaymentPart bookingId={booking.bookingId} />
      {isPaid && (
        <p
          role="status"
          className="rounded-2xl border border-line bg-panel p-4 font-semibold"
        >{t`Paid in full`}</p>
      )}
      <Button access="read" look={isPaid ? "primary" : "quiet"} onClick={onDone}>
        {isPaid ? <Trans>Done</Trans> : <Trans>Pay later</Trans>}
      </Button>
    </div>
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
  emailReceipt: boolean;
}

function PaymentDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: { amount: money.due, method: "cash", emailReceipt: money.hasEmail },
  });
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
      {money.hasEmail && (
        <CheckInput control={form.control} name="emailReceipt" label={t`Email the receipt to the customer`} />
      )}
    </DialogForm>
  );
}
