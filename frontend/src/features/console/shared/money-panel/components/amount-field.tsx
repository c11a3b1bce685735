import { useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import { typedAmount } from "@/lib/amounts";
import { formatMoney } from "@/lib/format";

interface Props {
  label: string;
  currency: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  /** One press fills this in. */
  whole?: number;
  isFirst?: boolean;
}

/** An amount of money: the keyboard of a phone fits it, and the usual amount is one press away. */
export function AmountField({ label, currency, value, onChange, error, hint, whole = 0, isFirst }: Props) {
  const { t } = useLingui();
  return (
    <div className="relative">
      <TextField
        label={t`${label} (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        value={value}
        error={error}
        hint={hint}
        autoFocus={isFirst}
        onChange={(event) => onChange(event.target.value)}
      />
      {whole > 0 && value !== typedAmount(whole) && (
        <button
          type="button"
          className="absolute -top-2 right-0 min-h-9 px-1 text-sm font-semibold text-pine underline underline-offset-4"
          onClick={() => onChange(typedAmount(whole))}
        >
          {t`All: ${{ amount: formatMoney(whole, currency) }}`}
        </button>
      )}
    </div>
  );
}
