import { TextField } from "@/components/ui/field";

interface Props {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
}

/** A number with a comma or a point; empty is null. What is no number is left to the server to refuse. */
export function NumberField({ value, onChange, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      className="tabular"
      defaultValue={value ?? ""}
      onChange={(event) => {
        const text = event.target.value.trim().replace(",", ".");
        onChange(
          text === "" ? null : Number.isNaN(Number(text)) ? (text as unknown as number) : Number(text),
        );
      }}
    />
  );
}
