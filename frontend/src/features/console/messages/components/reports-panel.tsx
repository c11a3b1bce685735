import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { reportsSecretRequestLimits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { dropReportsSecret, type Messages, messagesQuery, setReportsSecret } from "../api";

const services = ["postmark", "mailgun", "ses", "generic"];

/** How the mail service says what became of messages. */
export function ReportsPanel({ messages }: { messages: Messages }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const [made, setMade] = useState<string | null>(null);
  const change = useChange({ refresh: messagesQuery.queryKey });
  const isSet = messages.settings.hasEventsSecret;
  const shortest = reportsSecretRequestLimits.secret.minLength;
  const isShort = typed.trim() !== "" && typed.trim().length < shortest;
  const keep = () =>
    void change(async () => {
      setMade((await setReportsSecret(typed.trim())).secret);
      setTyped("");
    });
  return (
    <Panel
      title={t`Bounces and complaints`}
      description={t`Your mail service can report which messages came back. Bookings show it then.`}
    >
      <div className="grid gap-4 text-sm">
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
        <TextField
          label={isSet ? t`Another secret` : t`Secret`}
          type="password"
          autoComplete="off"
          hint={t`The signing key of Mailgun, or empty for a new secret. Postmark and Amazon send it as the password of the address.`}
          error={isShort ? t`At least ${shortest} characters` : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" disabled={isShort} onClick={keep}>
            {typed.trim() ? <Trans>Save the secret</Trans> : <Trans>Make a secret</Trans>}
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
      </div>
    </Panel>
  );
}
