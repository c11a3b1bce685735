import { useLingui } from "@lingui/react/macro";
import type { Control, FieldValues, Path } from "react-hook-form";
import { NumberField, useNumber } from "@/components/forms/fields";
import { SelectField } from "@/components/ui/field";

interface Props<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
}

/** So much percent more or less: a phone's number pad has no minus. */
export function PercentField<T extends FieldValues>({ control, name }: Props<T>) {
  const { t } = useLingui();
  const label = t`Percent`;
  const { field, error } = useNumber({ control, name, label });
  const { value, onChange, ...rest } = field;
  // Nothing is neither: it stays as it was chosen until a number is there.
  const isLess = value < 0 || Object.is(value, -0);
  const signed = (typed: number | string | null, less: boolean) =>
    typeof typed === "string" ? typed : Math.abs(typed ?? 0) * (less ? -1 : 1);
  return (
    <div className="grid grid-cols-2 gap-3">
      <NumberField
        label={label}
        {...rest}
        digits={0}
        empty={0}
        value={typeof value === "number" ? Math.abs(value) : value}
        error={error}
        onChange={(typed) => onChange(signed(typed, isLess))}
      />
      <SelectField
        label={t`Price change`}
        value={isLess ? "less" : "more"}
        onChange={({ target }) => onChange(signed(value, target.value === "less"))}
      >
        <option value="more">{t`% higher`}</option>
        <option value="less">{t`% lower`}</option>
      </SelectField>
    </div>
  );
}
