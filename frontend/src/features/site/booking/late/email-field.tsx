import { Trans, useLingui } from "@lingui/react/macro";
import { type ChangeEvent, useState } from "react";
import { TextField } from "@/components/ui/field";
import { likelyEmail } from "../rules/mail-domain";

interface Props {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
  onCorrect: (email: string) => void;
}

/** The email address. Where its domain looks mistyped, the likely one is offered; nothing is refused by it. */
export function EmailField({ onBlur, onCorrect, ...field }: Props) {
  const { t } = useLingui();
  const [isLeft, setLeft] = useState(false);
  const suggestion = isLeft && !field.error ? likelyEmail(field.value) : null;
  return (
    <div>
      <TextField
        label={t`Email address`}
        type="email"
        autoComplete="email"
        {...field}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true);
          onBlur();
        }}
      />
      <p role="status" className="text-sm">
        {suggestion && (
          <button
            type="button"
            className="min-h-11 text-left font-semibold text-pine underline underline-offset-4"
            onClick={() => onCorrect(suggestion)}
          >
            <Trans>Did you mean {suggestion}?</Trans>
          </button>
        )}
      </p>
    </div>
  );
}
