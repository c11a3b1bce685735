import { TextField } from "@/components/ui/field";

interface Props {
  label: string;
  hint?: string;
  value: number | null;
  min: number;
  max: number;
  onChange: (value: number | null) => void;
}

/** A whole number within bounds; null while it is empty. */
export function NumberField({ label, hint, value, min, max, onChange }: Props) {
  return (
    <TextField
      type="number"
      label={label}
      hint={hint}
      min={min}
      max={max}
      step={1}
      value={value ?? ""}
      onChange={(event) => {
        const number = Math.round(event.target.valueAsNumber);
        onChange(Number.isFinite(number) ? Math.min(max, Math.max(min, number)) : null);
      }}
    />
  );
}
