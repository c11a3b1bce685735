import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { phoneTextRequestLimits as limits } from "@/api/limits.gen";
import { Badge } from "@/components/console/badge";
import { Check } from "@/components/console/check";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button, useAccess } from "@/components/ui/button";
import { NoteForm } from "@/features/console/shared/note-form";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import {
  type PhoneConsent,
  type PhoneMessage,
  phoneThreadQuery,
  resendPhoneMessage,
  setPhoneConsent,
  writePhoneMessage,
} from "./api";
import { brands, phoneReason, phoneStates } from "./rules";

/** A booking's messages by WhatsApp and SMS in both directions, the customer's consent, and a reply. */
export function PhoneMessagesPanel({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const query = phoneThreadQuery(bookingId);
  const { data } = useQuery(query);
  const client = useQueryClient();
  const change = useChange({ refresh: query.queryKey });
  if (!data || (data.messages.length === 0 && data.consents.length === 0)) return null;
  const writable = data.consents.filter((each) => each.canWrite);
  return (
    <Panel title={t`WhatsApp and SMS`}>
      <div className="grid gap-4">
        {data.consents.map((consent) => (
          <Consent
            key={consent.channel}
            consent={consent}
            onChange={(isOptedIn) =>
              void change(() => setPhoneConsent(bookingId, consent.channel, isOptedIn))
            }
          />
        ))}
        {data.messages.length > 0 && (
          <ol className="grid gap-3" aria-label={t`Messages`}>
            {data.messages.map((message) => (
              <Bubble
                key={message.id}
                message={message}
                onResend={() =>
                  void change(
                    () => resendPhoneMessage(bookingId, message.id),
                    () => ({ title: t`Message sent again` }),
                  )
                }
              />
            ))}
          </ol>
        )}
        {writable.map(({ channel }) => (
          <NoteForm
            key={channel}
            maxLength={limits.text.maxLength}
            send={(text) => writePhoneMessage(bookingId, channel, text)}
            onDone={() => client.invalidateQueries(query)}
            words={{
              label: t`Write by ${{ name: brands[channel] }}`,
              confirm: t`Send`,
              failed: t`Couldn't send the message`,
            }}
          />
        ))}
      </div>
    </Panel>
  );
}

function Consent({ consent, onChange }: { consent: PhoneConsent; onChange: (isOptedIn: boolean) => void }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const { channel, isOptedIn, source, changedAt, windowUntil } = consent;
  const name = brands[channel];
  const time = changedAt ? formatMoment(changedAt, tenant.timezone) : "";
  const sources = {
    booking_form: t`In the booking form, ${time}`,
    desk: t`Noted by your team, ${time}`,
    customer: t`By the customer's message, ${time}`,
  };
  return (
    <div>
      <Check
        label={t`The customer agrees to messages by ${name}`}
        hint={source ? sources[source] : undefined}
        checked={isOptedIn}
        {...useAccess()}
        onChange={(event) => onChange(event.target.checked)}
      />
      {windowUntil && (
        <p className="tabular text-sm text-slate">
          <Trans>Free text until {{ time: formatMoment(windowUntil, tenant.timezone) }}</Trans>
        </p>
      )}
    </div>
  );
}

function Bubble({ message, onResend }: { message: PhoneMessage; onResend: () => void }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const { label, look } = phoneStates[message.state];
  const reason = phoneReason(message);
  return (
    <li
      className={`max-w-[90%] rounded-xl border border-line p-3 text-sm ${
        message.isInbound ? "justify-self-start bg-sky" : "justify-self-end"
      }`}
    >
      {message.body && <p className="break-words whitespace-pre-wrap">{message.body}</p>}
      <p className="tabular mt-1 flex flex-wrap items-center gap-2 text-muted">
        {[brands[message.channel], message.author, formatMoment(message.createdAt, tenant.timezone)]
          .filter(Boolean)
          .join(" · ")}
        {!message.isInbound && <Badge look={look}>{t(label)}</Badge>}
      </p>
      {reason && (
        <p className="mt-1 break-words text-slate">{typeof reason === "string" ? reason : t(reason)}</p>
      )}
      {message.canResend && (
        <Button look="quiet" className="mt-2 min-h-11" onClick={onResend}>
          <Trans>Send again</Trans>
        </Button>
      )}
    </li>
  );
}
