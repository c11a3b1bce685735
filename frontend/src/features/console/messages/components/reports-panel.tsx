import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { reportsSecretRequestLimits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { TextInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { dropReportsSecret, type Messages, messagesQuery, setReportsSecret } from "../api";

const shortest = reportsSecretRequestLimits.secret.minLength;
const services = ["postmark", "mailgun", "ses", "generic"];

/** How the mail service says what became of messages. */
export function ReportsPanel({ messages }: { messages: Messages }) {
  const { t } = useLingui();
  const [made, setMade] = useState<string | null>(null);
  const change = useChange({ refresh: messagesQuery.queryKey });
  const isSet = messages.settings.hasEventsSecret;
  const form = useForm({ defaultValues: { secret: "" } });
  const hasInput = form.watch("secret").trim() !== "";
  useUnsavedWork(hasInput);
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    ({ secret }: { secret: string }) => setReportsSecret(secret.trim()),
    {
      refresh: [messagesQuery.queryKey],
      onDone: ({ secret }) => {
        setMade(secret);
        form.reset();
      },
    },
  );
  return (
    <Panel
      title={t`Bounces and complaints`}
      description={t`Your mail service can report which messages came back. Bookings show it then.`}
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-4 text-sm">
        <ul className="grid gap-1">
          {services.map((service) => (
            <li key={service}>
              <code className="text-xs break-all text-slate">{`${messages.eventsUrl}/${service}`}</code>
            </li>
          ))}
        </ul>
        {made && (
          <p role="status" className="rounded-xl bg-sky p-3 text-ink">
            <Trans>Your secret, shown this once:</Trans> <code className="break-all">{made}</code>
          </p>
        )}
        <TextInput
          control={form.control}
          name="secret"
          label={isSet ? t`Another secret` : t`Secret`}
          type="password"
          autoComplete="off"
          hint={t`The signing key of Mailgun, or empty for a new secret. Postmark and Amazon send it as the password of the address.`}
          validate={(value) => {
            const length = String(value).trim().length;
            return length > 0 && length < shortest ? t`At least ${shortest} characters` : undefined;
          }}
        />
        <FormProblem text={problem} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="quiet" disabled={isPending}>
            {hasInput ? <Trans>Save the secret</Trans> : <Trans>Make a secret</Trans>}
          </Button>
          {isSet && (
            <Button
              look="plain"
              onClick={() => {
                setMade(null);
                void change(dropReportsSecret, () => ({ title: t`Reports are off` }));
              }}
            >
              <Trans>Turn off reports</Trans>
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
