import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { readAmount, typedAmount } from "@/lib/amounts";
import { type Money, makeLink } from "../api";
import { useMoneyForm } from "../use-money-form";
import { AmountField } from "./amount-field";

interface Props {
  bookingId: string;
  money: Money;
  onClose: () => void;
}

/** Makes a link to Stripe's payment page, and sends it to the customer. */
export function LinkDialog({ bookingId, money, onClose }: Props) {
  const { t } = useLingui();
  const due = Math.max(0, money.due);
  const [purpose, setPurpose] = useState<"payment" | "deposit">(due > 0 ? "payment" : "deposit");
  const [amount, setAmount] = useState(typedAmount(due));
  const [isSent, setSent] = useState(money.hasEmail);
  const read = readAmount(amount);
  const form = useMoneyForm({
    bookingId,
    done: isSent ? t`Link sent to the customer` : t`Link created`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={t`Payment link`}
      description={t`The customer pays on Stripe within a day. No card details are stored here.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (read)
            form.send((key) => makeLink(bookingId, key, { purpose, amount: read, sendEmail: isSent }));
        }}
      >
        <SelectField
          label={t`For`}
          value={purpose}
          onChange={(event) => setPurpose(event.target.value === "deposit" ? "deposit" : "payment")}
        >
          {due > 0 && <option value="payment">{t`The rental`}</option>}
          <option value="deposit">{t`The deposit`}</option>
        </SelectField>
        <AmountField
          label={t`Amount`}
          currency={money.currency}
          value={amount}
          onChange={setAmount}
          error={form.errorOf("amount")}
          whole={purpose === "payment" ? due : 0}
        />
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5"
            checked={isSent}
            disabled={!money.hasEmail}
            onChange={(event) => setSent(event.target.checked)}
          />
          <Trans>Send it by email, in the customer's language</Trans>
        </label>
        <FormProblem text={form.errorOf("sendEmail") ?? form.problem} />
        <Button type="submit" disabled={!read || form.isPending}>
          {form.isPending ? t`Saving…` : isSent ? t`Create and send link` : t`Create link`}
        </Button>
      </form>
    </Dialog>
  );
}
