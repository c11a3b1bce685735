import { Trans, useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";

interface Props {
  label: string;
  /** What is said of the one that is stored; null: there is none. */
  stored: string | null;
  placeholder?: string;
  /** null: as it is stored; empty: to be removed. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** Something that is written and never shown. */
export function SecretField({ label, stored, value, error, onChange, placeholder }: Props) {
  const { t } = useLingui();
  const hint = value === "" ? t`It will be removed.` : (stored ?? t`It is kept encrypted and never shown.`);
  return (
    <div className="grid gap-1">
      <TextField
        label={label}
        hint={hint}
        error={error}
        type="password"
        autoComplete="off"
        placeholder={stored ? t`Type another one to replace it` : placeholder}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value.trim() || null)}
      />
      {stored && (
        <button
          type="button"
          className="min-h-11 justify-self-start text-sm font-semibold underline"
          onClick={() => onChange(value === "" ? null : "")}
        >
          {value === "" ? <Trans>Keep it</Trans> : <Trans>Remove it</Trans>}
        </button>
      )}
    </div>
  );
}
