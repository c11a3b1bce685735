import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { linkRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, SelectInput } from "@/components/forms/fields";
import { type Money, makeLink } from "../api";
import { useMoneySubmit } from "../use-money-submit";

interface Props {
  bookingId: string;
  money: Money;
  /** The deposit is put on hold instead of paid. */
  isHold?: boolean;
  onClose: () => void;
}

interface Values {
  purpose: "payment" | "deposit" | "hold";
  amount: number | null;
  sendEmail: boolean;
}

/** Makes a link to Stripe's page for a payment or a card hold, and sends it to the customer. */
export function LinkDialog({ bookingId, money, isHold = false, onClose }: Props) {
  const { t } = useLingui();
  const due = Math.max(0, money.due);
  const form = useForm<Values>({
    defaultValues: {
      purpose: isHold ? "hold" : due > 0 ? "payment" : "deposit",
      amount: isHold ? null : due || null,
      sendEmail: money.hasEmail,
    },
  });
  const { control } = form;
  const { purpose, amount, sendEmail } = form.watch();
  const submit = useMoneySubmit(
    form,
    (key, values) => makeLink(bookingId, key, { ...values, amount: values.amount ?? 0 }),
    { bookingId, done: sendEmail ? t`Link sent to the customer` : t`Link created`, onDone: onClose },
  );
  return (
    <DialogForm
      title={isHold ? t`Hold deposit on card` : t`Payment link`}
      description={
        isHold
          ? t`The customer enters a card on Stripe within a day. The amount is held, usually for seven days, and not charged until you capture it.`
          : t`The customer pays on Stripe within a day. No card details are stored here.`
      }
      submit={submit}
      confirm={sendEmail ? t`Create and send link` : t`Create link`}
      isBlocked={!amount}
      onClose={onClose}
    >
      {!isHold && (
        <SelectInput control={control} name="purpose" label={t`For`}>
          {due > 0 && <option value="payment">{t`The rental`}</option>}
          <option value="deposit">{t`The deposit`}</option>
        </SelectInput>
      )}
      <AmountInput
        control={control}
        name="amount"
        label={t`Amount`}
        currency={money.currency}
        limits={limits.amount}
        whole={purpose === "payment" ? due : 0}
      />
      <CheckInput
        control={control}
        name="sendEmail"
        label={t`Send it by email, in the customer's language`}
        isDisabled={!money.hasEmail}
      />
    </DialogForm>
  );
}
