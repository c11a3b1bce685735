import { SelectField, TextField } from "@/components/ui/field";

interface Props {
  label: string;
  /** Empty without a filter. */
  value: string | undefined;
  onChange: (value: string) => void;
}

interface SelectProps extends Props {
  /** The label of the option that filters nothing; without it there is no such option. */
  all?: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** Narrows a list by one of a few values. */
export function FilterSelect({ label, value, onChange, all, options }: SelectProps) {
  return (
    <SelectField label={label} value={value ?? ""} onChange={({ target }) => onChange(target.value)}>
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Narrows a list to the days from or until one. */
export function FilterDay({ label, value, onChange, min }: Props & { min?: string | undefined }) {
  return (
    <TextField
      type="date"
      label={label}
      min={min}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
