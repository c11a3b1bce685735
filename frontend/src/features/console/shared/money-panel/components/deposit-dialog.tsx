import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { settleDepositRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { FormProblem } from "@/components/ui/form-problem";
import { restOf } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";
import { type Method, type Money, settleDeposit } from "../api";
import { useMoneySubmit } from "../use-money-submit";
import { MethodField } from "./method-field";
import { TillFirst } from "./till-first";

interface Props {
  bookingId: string;
  money: Money;
  onClose: () => void;
}

interface Values {
  applied: number | null;
  kept: number | null;
  reason: string;
  method: Method;
}

/** An amount that was typed; NaN while it cannot be read. */
const amountOf = (value: unknown) => (typeof value === "string" ? Number.NaN : Number(value));

/** What becomes of the deposit: given back as a whole unless something is used or kept, with a reason. */
export function DepositDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const methods: Method[] =
    money.refundableOnline > 0 ? ["card", "cash", "bank", "online"] : ["card", "cash", "bank"];
  const form = useForm<Values>({ defaultValues: { applied: null, kept: null, reason: "", method: "card" } });
  const { control } = form;
  const { applied, kept, reason, method } = form.watch();
  const returned = restOf(money.held, amountOf(kept), amountOf(applied));
  const usable = Math.min(money.held, Math.max(0, money.due));
  const submit = useMoneySubmit(
    form,
    (key, values) =>
      settleDeposit(bookingId, key, {
        ...values,
        kept: values.kept ?? 0,
        applied: values.applied ?? 0,
        returned,
      }),
    { bookingId, done: t`Deposit settled`, onDone: onClose },
  );
  const needsTill = method === "cash" && !money.hasTill && returned > 0;
  const isReady = returned >= 0 && (!kept || reason.trim() !== "") && !needsTill;
  return (
    <DialogForm
      title={t`Refund deposit`}
      description={t`${{ amount: formatMoney(money.held, money.currency) }} is held.`}
      submit={submit}
      confirm={t`Settle deposit`}
      isBlocked={!isReady}
      onClose={onClose}
    >
      {usable > 0 && (
        <AmountInput
          control={control}
          name="applied"
          label={t`Use as payment`}
          currency={money.currency}
          limits={limits.applied}
          hint={t`${{ amount: formatMoney(money.due, money.currency) }} is still to pay.`}
          whole={usable}
        />
      )}
      <AmountInput
        control={control}
        name="kept"
        label={t`Keep`}
        currency={money.currency}
        limits={limits.kept}
        hint={t`For damage, fuel or cleaning. Leave empty to refund all of it.`}
      />
      <TextInput
        control={control}
        name="reason"
        label={kept ? t`Reason for keeping it` : t`Note`}
        required={Boolean(kept)}
        hint={kept ? t`Added to the price and shown on the invoice.` : undefined}
        maxLength={limits.reason.maxLength}
      />
      <MethodField control={control} name="method" methods={methods} />
      {needsTill && <TillFirst bookingId={bookingId} currency={money.currency} />}
      <p className="tabular flex justify-between border-t border-line pt-3 text-lg font-bold" role="status">
        <span>{t`Refund`}</span>
        <span>{returned >= 0 ? formatMoney(returned, money.currency) : "–"}</span>
      </p>
      {returned < 0 && (
        <FormProblem
          text={t`Enter at most ${{ amount: formatMoney(money.held, money.currency) }} in total.`}
        />
      )}
    </DialogForm>
  );
}
