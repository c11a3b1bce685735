import { useLingui } from "@lingui/react/macro";
import { iconNames } from "@/components/ui/answer-icon";
import { SelectField } from "@/components/ui/field";

interface Props {
  value: string;
  onChange: (name: string) => void;
}

/** The icon beside a text. */
export function IconField({ value, onChange }: Props) {
  const { t } = useLingui();
  return (
    <SelectField label={t`Drawing`} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">–</option>
      {iconNames.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
