import { useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/ui/field";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";

interface Props {
  label: string;
  value: number;
  error?: string | undefined;
  onChange: (percent: number) => void;
}

/** So much percent more or less: a phone's number pad has no minus. */
export function PercentField({ label, value, error, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid grid-cols-2 gap-3">
      <AmountField
        label={label}
        isWhole
        value={Math.abs(value)}
        error={error}
        onChange={(typed) => onChange((typed ?? 0) * (value < 0 ? -1 : 1))}
      />
      <LessOrMore value={value} label={t`Dearer or cheaper`} onChange={onChange} />
    </div>
  );
}

function LessOrMore({ value, label, onChange }: Pick<Props, "value" | "label" | "onChange">) {
  const { t } = useLingui();
  return (
    <SelectField
      label={label}
      // Nothing is neither: it stays as it was chosen until a number is there.
      value={value < 0 || Object.is(value, -0) ? "less" : "more"}
      onChange={(event) => onChange(Math.abs(value) * (event.target.value === "less" ? -1 : 1))}
    >
      <option value="more">{t`% dearer`}</option>
      <option value="less">{t`% cheaper`}</option>
    </SelectField>
  );
}
