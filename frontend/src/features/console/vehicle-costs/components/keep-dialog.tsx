import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { keepFineRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { costsKey } from "@/features/console/shared/costs/costs";
import { type Fine, finesKey, keepFine } from "@/features/console/shared/fines/fines";
import { formatMoney } from "@/lib/format";

interface Props {
  fine: Fine;
  /** The company's. */
  currency: string;
  onClose: () => void;
}

/** Keeps a fine as a cost of its vehicle. */
export function KeepDialog({ fine, currency, onClose }: Props) {
  const { t } = useLingui();
  const notice = formatMoney(fine.amount, fine.currency);
  const isOwn = fine.currency === currency;
  const form = useForm<{ amount: number | null }>({ defaultValues: { amount: isOwn ? fine.amount : null } });
  const amount = form.watch("amount");
  const submit = useSubmit(
    form,
    async (values: { amount: number | null }) => {
      await keepFine(fine.id, values.amount ?? 0);
    },
    { refresh: [finesKey, costsKey], done: { title: t`Kept as a cost` }, onDone: onClose },
  );
  return (
    <DialogForm
      title={t`Keep as cost`}
      description={t`A cost of vehicle ${{ plate: fine.plate }}. No customer is charged.`}
      submit={submit}
      confirm={t`Keep as cost`}
      isBlocked={typeof amount !== "number" || amount <= 0}
      onClose={onClose}
    >
      <AmountInput
        control={form.control}
        name="amount"
        label={t`Amount`}
        currency={currency}
        hint={isOwn ? undefined : t`The notice says ${notice}.`}
        limits={limits.amount}
      />
    </DialogForm>
  );
}
