import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { settleDepositRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { readAmount, restOf, typedAmount } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";
import { type Method, type Money, settleDeposit } from "../api";
import { useMoneyForm } from "../use-money-form";
import { AmountField } from "./amount-field";
import { MethodField } from "./method-field";
import { TillFirst } from "./till-first";

interface Props {
  bookingId: string;
  money: Money;
  onClose: () => void;
}

/** What becomes of the deposit: given back as a whole unless something is used or kept, with a reason. */
export function DepositDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const methods: Method[] =
    money.refundableOnline > 0 ? ["card", "cash", "bank", "online"] : ["card", "cash", "bank"];
  const [kept, setKept] = useState("");
  const [applied, setApplied] = useState("");
  const [method, setMethod] = useState<Method>("card");
  const [reason, setReason] = useState("");
  const [keeps, uses] = [readAmount(kept || "0"), readAmount(applied || "0")];
  const returned = keeps === null || uses === null ? null : restOf(money.held, keeps, uses);
  const usable = Math.min(money.held, Math.max(0, money.due));
  const form = useMoneyForm({ bookingId, done: t`Deposit settled`, onDone: onClose });
  const needsTill = method === "cash" && !money.hasTill && (returned ?? 0) > 0;
  const isReady = returned !== null && returned >= 0 && (!keeps || reason.trim() !== "") && !needsTill;
  return (
    <Dialog
      title={t`Refund deposit`}
      description={t`${{ amount: formatMoney(money.held, money.currency) }} is held.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady || keeps === null || uses === null) return;
          const body = { returned, kept: keeps, applied: uses, method, reason };
          form.send((key) => settleDeposit(bookingId, key, body));
        }}
      >
        {usable > 0 && (
          <AmountField
            label={t`Use as payment`}
            currency={money.currency}
            value={applied}
            onChange={setApplied}
            error={form.errorOf("applied")}
            hint={t`${{ amount: formatMoney(money.due, money.currency) }} is still to pay.`}
            whole={usable}
          />
        )}
        <AmountField
          label={t`Keep`}
          currency={money.currency}
          value={kept}
          onChange={setKept}
          error={form.errorOf("kept")}
          hint={t`For damage, fuel or cleaning. Leave empty to refund all of it.`}
        />
        <TextField
          label={keeps ? t`Reason for keeping it` : t`Note`}
          required={Boolean(keeps)}
          hint={keeps ? t`Added to the price and shown on the invoice.` : undefined}
          value={reason}
          maxLength={settleDepositRequestLimits.reason.maxLength}
          error={form.errorOf("reason")}
          onChange={(event) => setReason(event.target.value)}
        />
        <MethodField methods={methods} value={method} onChange={setMethod} />
        {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
        <FormProblem text={form.errorOf("returned") ?? form.errorOf("amount") ?? form.problem} />
        <p className="tabular flex justify-between border-t border-line pt-3 text-lg font-bold" role="status">
          <span>{t`Refund`}</span>
          <span>
            {returned !== null && returned >= 0
              ? formatMoney(returned, money.currency)
              : typedAmount(0) || "–"}
          </span>
        </p>
        <Button type="submit" disabled={!isReady || form.isPending}>
          {form.isPending ? t`Saving…` : t`Settle deposit`}
        </Button>
      </form>
    </Dialog>
  );
}
