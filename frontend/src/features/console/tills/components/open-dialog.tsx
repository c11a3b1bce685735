import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { openTillRequestLimits as limits } from "@/api/limits.gen";
import { AmountInput } from "@/components/forms/amount-input";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { openTill, tillsKey } from "@/features/console/shared/tills";

/** Opens one's own till with what lies in it. */
export function OpenDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const { t } = useLingui();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm<{ opening: number | null }>({ defaultValues: { opening: null } });
  const submit = useSubmit(form, ({ opening }: { opening: number | null }) => openTill(key, opening ?? 0), {
    refresh: [tillsKey],
    done: { title: t`Your till is open` },
    onDone: onClose,
  });
  return (
    <DialogForm
      title={t`Open my till`}
      submit={submit}
      confirm={t`Open till`}
      isBlocked={typeof form.watch("opening") !== "number"}
      onClose={onClose}
    >
      <AmountInput
        control={form.control}
        name="opening"
        label={t`Cash in till`}
        currency={currency}
        limits={limits.opening}
        hint={t`Count the cash in the till now. Enter 0 if it's empty.`}
        autoFocus
      />
    </DialogForm>
  );
}
