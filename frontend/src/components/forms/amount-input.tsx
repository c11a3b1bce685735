import { useLingui } from "@lingui/react/macro";
import type { FieldValues } from "react-hook-form";
import { typedAmount } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";
import { type NumberBound, NumberField, useNumber } from "./fields";

type Props<T extends FieldValues> = NumberBound<T> & {
  currency: string;
  /** One press fills this in. */
  whole?: number;
  autoFocus?: boolean;
};

/** An amount of money: null while it is empty. The keyboard of a phone fits it. */
export function AmountInput<T extends FieldValues>({ currency, whole = 0, autoFocus, ...bound }: Props<T>) {
  const { t } = useLingui();
  const label = t`${{ label: bound.label }} (${currency})`;
  const { field, error } = useNumber({ ...bound, label });
  return (
    <div className="relative">
      <NumberField
        {...field}
        label={label}
        hint={bound.hint}
        error={error}
        write={typedAmount}
        autoComplete="off"
        autoFocus={autoFocus}
      />
      {whole > 0 && field.value !== whole && (
        <button
          type="button"
          className="absolute -top-2 right-0 min-h-9 px-1 text-sm font-semibold text-pine underline underline-offset-4"
          onClick={() => field.onChange(whole)}
        >
          {t`All: ${{ amount: formatMoney(whole, currency) }}`}
        </button>
      )}
    </div>
  );
}
