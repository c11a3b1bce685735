import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { takeBookingRequestLimits as limits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useMay } from "@/features/console/shared/session";
import { readNumber } from "@/lib/amounts";
import type { Quote } from "../api";
import type { RentalForm } from "../rules/schema";
import { FormSection, useField } from "./form-section";

interface Props {
  refusals: Record<string, string>;
  /** Null where no code can be given: a booking keeps the one that it was made with. */
  promo?: Quote["promo"] | undefined;
  isNew?: boolean;
}

/** Discounts and surcharges of the desk. Manual lines take a right of their own; everyone can remove them. */
export function PriceSection({ refusals, promo, isNew = false }: Props) {
  const { t } = useLingui();
  const { control, formState, getFieldState } = useFormContext<RentalForm>();
  const { fields, append, remove } = useFieldArray({ control, name: "manualLines" });
  const discount = useWatch<RentalForm, "discountPercent">({ name: "discountPercent" });
  const field = useField(refusals);
  const isManager = useMay()("discounts");
  const needsReason = fields.length > 0 || (readNumber(discount) ?? 0) > 0;
  return (
    <FormSection title={t`Price adjustments`}>
      <div className="grid gap-4 sm:grid-cols-2">
        {isNew && (
          <TextField
            label={t`Promo code`}
            autoComplete="off"
            autoCapitalize="characters"
            hint={promo ? promoHint(promo) : undefined}
            {...field("promoCode")}
          />
        )}
        <TextField
          label={t`Discount, %`}
          inputMode="decimal"
          hint={isManager ? undefined : t`Up to 10. A manager can give more.`}
          {...field("discountPercent")}
        />
      </div>
      {fields.map((line, index) => (
        <div key={line.id} className="grid grid-cols-[1fr_7rem_auto] items-start gap-x-3">
          <TextField label={t`Description`} readOnly={!isManager} {...field(`manualLines.${index}.label`)} />
          <TextField
            label={t`Amount`}
            inputMode="decimal"
            readOnly={!isManager}
            {...field(`manualLines.${index}.amount`)}
          />
          <button
            type="button"
            aria-label={t`Remove line`}
            className="mt-[1.9rem] grid size-11 place-items-center rounded-xl hover:bg-stone"
            onClick={() => remove(index)}
          >
            <X aria-hidden size={18} />
          </button>
        </div>
      ))}
      <p role="alert" className="text-sm font-medium text-danger empty:hidden">
        {getFieldState("manualLines", formState).error?.message ?? refusals.manualLines}
      </p>
      {isManager && (
        <div>
          <Button look="quiet" onClick={() => append({ label: "", amount: "" })}>
            <Plus aria-hidden size={18} /> <Trans>Add a line</Trans>
          </Button>
        </div>
      )}
      {needsReason && (
        <TextField
          label={t`Reason`}
          hint={t`Saved in the booking history.`}
          maxLength={limits.reason.maxLength}
          {...field("reason")}
        />
      )}
    </FormSection>
  );

  function promoHint({ discountPercent, affiliate }: NonNullable<Quote["promo"]>): string {
    const percent = Number(discountPercent);
    return affiliate
      ? t`${percent} % off, referred by ${affiliate}. The commission is on hold for review.`
      : t`${percent} % off.`;
  }
}
