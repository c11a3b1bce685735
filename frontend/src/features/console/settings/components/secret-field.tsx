import { Trans, useLingui } from "@lingui/react/macro";
import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { TextInput } from "@/components/forms/fields";

interface Props<T extends FieldValues> {
  control: Control<T>;
  /** Its value is null while it stays as it is stored, and empty to remove it. */
  name: Path<T>;
  label: string;
  /** Description of the stored secret; null: there is none. */
  stored: string | null;
  placeholder?: string;
}

/** Something that is written and never shown. */
export function SecretField<T extends FieldValues>({ stored, placeholder, ...bound }: Props<T>) {
  const { t } = useLingui();
  const { field } = useController({ control: bound.control, name: bound.name });
  const isRemoved = field.value === "";
  const hint = isRemoved ? t`It will be removed.` : (stored ?? t`Stored encrypted and never shown.`);
  return (
    <div className="grid gap-1">
      <TextInput
        {...bound}
        hint={hint}
        type="password"
        autoComplete="off"
        placeholder={stored ? t`Type another one to replace it` : placeholder}
        parse={(text) => text.trim() || null}
      />
      {stored && (
        <button
          type="button"
          className="min-h-11 justify-self-start text-sm font-semibold underline"
          onClick={() => field.onChange(isRemoved ? null : "")}
        >
          {isRemoved ? <Trans>Keep it</Trans> : <Trans>Remove it</Trans>}
        </button>
      )}
    </div>
  );
}
