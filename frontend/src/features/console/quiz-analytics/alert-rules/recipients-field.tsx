import { Trans, useLingui } from "@lingui/react/macro";
import { type Control, useController } from "react-hook-form";
import { Check } from "@/components/console/check";
import { errorAt } from "@/components/forms/server-errors";
import type { AlertRuleInput, AlertRules } from "./api";

const most = 10;

/** Which colleagues get an email; none is possible, too: webhooks and the console have it. */
export function RecipientsField({
  control,
  readers,
}: {
  control: Control<AlertRuleInput>;
  readers: AlertRules["readers"];
}) {
  const { t } = useLingui();
  const { field, formState } = useController({ control, name: "recipients" });
  const chosen = field.value;
  const error = errorAt(formState.errors, "recipients");
  return (
    <fieldset>
      <legend className="text-sm font-semibold">
        <Trans>Email to</Trans>
      </legend>
      <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
        {readers.map(({ id, name, isMe }) => (
          <Check
            key={id}
            label={isMe ? t`${{ name }} (you)` : name}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= most}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
      {chosen.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>No email. Webhooks and the page “Today” still get it.</Trans>
        </p>
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
