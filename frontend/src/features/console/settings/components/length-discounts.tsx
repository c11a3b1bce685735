import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { NumberInput, nameField } from "@/components/forms/fields";
import { Button } from "@/components/ui/button";
import type { Rental } from "../api";

/** What longer rentals of other cars save, from a number of days on. */
export function LengthDiscounts({ control }: { control: Control<Omit<Rental, "revision">> }) {
  const { t } = useLingui();
  const { fields, append, remove } = useFieldArray({ control, name: "lengthDiscounts" });
  nameField(control, "lengthDiscounts", t`Discounts for longer rentals of other cars`);
  const last = useWatch({ control, name: "lengthDiscounts" }).at(-1);
  const add = () => append({ minDays: (last?.minDays ?? 1) + 3, percent: (last?.percent ?? 0) + 3 });
  return (
    <section className="grid gap-3" aria-label={t`Discounts for longer rentals of other cars`}>
      <h3 className="text-sm font-semibold text-slate">
        <Trans>Discounts for longer rentals of other cars</Trans>
      </h3>
      {fields.map(({ id }, place) => (
        <div key={id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
          <NumberInput
            control={control}
            name={`lengthDiscounts.${place}.minDays`}
            label={t`From days`}
            digits={0}
            empty={0}
          />
          <NumberInput
            control={control}
            name={`lengthDiscounts.${place}.percent`}
            label={t`Percent`}
            empty={0}
          />
          <Button look="plain" className="mt-6" aria-label={t`Remove`} onClick={() => remove(place)}>
            <Trash2 className="size-5" aria-hidden />
          </Button>
        </div>
      ))}
      {fields.length < 10 && (
        <Button look="quiet" className="justify-self-start" onClick={add}>
          <Plus className="size-5" aria-hidden />
          <Trans>Add a discount</Trans>
        </Button>
      )}
    </section>
  );
}
