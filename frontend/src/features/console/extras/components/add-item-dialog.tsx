import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { addItem, draftKey, type Items } from "@/features/console/shared/catalog-draft/api";
import { camelCodeOf } from "@/features/console/shared/catalog-draft/words";
import { readAmount } from "@/lib/amounts";

interface Props {
  part: "insurance" | "services";
  title: string;
  /** What it begins with beside its name and price. */
  rest: Partial<Items["insurance"] & Items["services"]>;
  onClose: () => void;
}

/** A new item in the draft: as much as is needed to open it in the list. */
export function AddItemDialog({ part, title, rest, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { label: "", amount: "" } });
  const { register, formState } = form;
  const submit = useSubmit(form, async ({ label, amount }) => {
    const price = readAmount(amount);
    // What is not Latin gives no code: any that no one else has will do.
    const code = camelCodeOf(label) || `item${Date.now()}`;
    const priced = part === "insurance" ? { dailyRate: price } : { price };
    await addItem(part, { ...rest, code, label, ...priced });
    await client.invalidateQueries({ queryKey: draftKey });
    onClose();
  });
  return (
    <DialogForm title={title} submit={submit} confirm={t`Add to the draft`} access="draft" onClose={onClose}>
      <TextField
        label={t`Name`}
        maxLength={80}
        error={formState.errors.label?.message}
        {...register("label")}
      />
      <TextField
        label={t`Daily rate`}
        inputMode="decimal"
        error={formState.errors.amount?.message}
        {...register("amount", {
          validate: (text) => readAmount(text) !== null || t`Enter a number`,
        })}
      />
    </DialogForm>
  );
}
