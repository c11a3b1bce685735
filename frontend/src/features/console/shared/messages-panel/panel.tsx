import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import { bookingMessagesQuery, resendMessage, type SentMessage } from "./api";
import { nameOf, reasonOf, stateWords } from "./rules";

/** What the customer was sent, what became of it, and sending it again. */
export function MessagesPanel({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const query = bookingMessagesQuery(bookingId);
  const { data } = useQuery(query);
  const change = useChange({ refresh: query.queryKey });
  if (!data || data.messages.length === 0) return null;
  return (
    <Panel title={t`Messages`}>
      {data.hasBounced && (
        <p role="alert" className="mb-4 flex items-start gap-2 text-sm font-medium text-danger">
          <MailWarning aria-hidden size={18} className="mt-0.5 shrink-0" />
          <Trans>The last message to this email bounced. Ask the customer for another one.</Trans>
        </p>
      )}
      <ul className="divide-y divide-line">
        {data.messages.map((message) => (
          <Sent
            key={message.id}
            message={message}
            onResend={() =>
              void change(
                () => resendMessage(bookingId, message.id),
                () => ({ title: t`Message sent again` }),
              )
            }
          />
        ))}
      </ul>
    </Panel>
  );
}

function Sent({ message, onResend }: { message: SentMessage; onResend: () => void }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const { label, look } = stateWords[message.state];
  const name = nameOf(message);
  const reason = reasonOf(message);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {typeof name === "string" ? name : t(name)} <Badge look={look}>{t(label)}</Badge>
        </p>
        {message.subject && <p className="break-words text-slate">{message.subject}</p>}
        <p className="tabular text-muted">
          {formatMoment(message.at ?? message.createdAt, tenant.timezone)}
          {message.recipient && <span className="break-all"> · {message.recipient}</span>}
        </p>
        {reason && (
          <p className="mt-1 break-words text-slate">{typeof reason === "string" ? reason : t(reason)}</p>
        )}
      </div>
      {message.canResend && (
        <Button look="quiet" onClick={onResend}>
          <Trans>Send again</Trans>
        </Button>
      )}
    </li>
  );
}
