import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { reverseFineRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { costsKey } from "@/features/console/shared/costs/costs";
import { type Fine, finesKey, reverseFine } from "@/features/console/shared/fines/fines";
import { formatMoney } from "@/lib/format";

interface Props {
  fine: Fine;
  onClose: () => void;
}

/** Undoes what was decided on a fine by mistake. */
export function ReverseDialog({ fine, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { reason: "" } });
  const submit = useSubmit(
    form,
    async ({ reason }: { reason: string }) => {
      await reverseFine(fine.id, reason);
    },
    { refresh: [finesKey, costsKey], done: { title: t`Undone` }, onDone: onClose },
  );
  const charged = (fine.charged ?? 0) + (fine.handlingFee ?? 0);
  const amount = formatMoney(charged, fine.chargedCurrency ?? fine.currency);
  return (
    <DialogForm
      title={t`Undo this decision?`}
      description={
        fine.state === "charged"
          ? t`${amount} is taken off the price of booking ${{ reference: fine.booking?.reference ?? "" }} by lines of its own, and the vehicle's cost is removed. Issue a credit note if it is on an invoice.`
          : t`The vehicle's cost is removed, and you can decide again.`
      }
      submit={submit}
      confirm={t`Undo`}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="reason"
        label={t`Reason (optional)`}
        maxLength={limits.reason.maxLength}
      />
    </DialogForm>
  );
}
