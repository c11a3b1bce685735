import { useLingui } from "@lingui/react/macro";
import type { InputHTMLAttributes, Ref } from "react";
import { controlClass, Field } from "@/components/ui/field";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** The account of the stored key. */
  clientEmail: string | undefined;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** The file with the key of a Google service account, which is stored and never shown. */
export function KeyFileField({ clientEmail, error, ...rest }: Props) {
  const { t } = useLingui();
  return (
    <Field
      label={t`Key file of the service account`}
      hint={
        clientEmail
          ? t`Stored for ${{ clientEmail }}. Choose a file only to replace it.`
          : t`The JSON file from Google Cloud. It's stored encrypted and never shown.`
      }
      error={error}
    >
      {(props) => (
        <input
          {...props}
          {...rest}
          type="file"
          accept=".json,application/json"
          className={controlClass(
            "min-w-0 py-2.5 text-sm file:mr-3 file:rounded-lg file:border-0 file:bg-stone file:px-3 file:py-1.5 file:text-ink",
          )}
        />
      )}
    </Field>
  );
}
