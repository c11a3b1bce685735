import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { adminPath } from "@/config/admin-path";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import { handleInbound, type InboxMessage, phoneInboxQuery } from "./api";
import { brands } from "./rules";

/** What customers wrote by WhatsApp and SMS until someone answers it or marks it as done. Nothing without one. */
export function PhoneInbox() {
  const { t } = useLingui();
  const { data } = useQuery(phoneInboxQuery);
  if (!data?.length) return null;
  return (
    <Panel title={t`Messages from customers`}>
      <ul className="divide-y divide-line">
        {data.map((message) => (
          <Inbound key={message.id} message={message} />
        ))}
      </ul>
    </Panel>
  );
}

function Inbound({ message }: { message: InboxMessage }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [reference, setReference] = useState("");
  const change = useChange({ refresh: phoneInboxQuery.queryKey });
  const { bookingId } = message;
  const time = formatMoment(message.createdAt, tenant.timezone);
  return (
    <li className="grid gap-2 py-3 text-sm first:pt-0 last:pb-0">
      {bookingId && (
        <Link
          className="justify-self-start font-semibold text-pine underline underline-offset-4"
          to={adminPath.booking(bookingId)}
        >
          {`${message.customerName} · ${message.reference}`}
        </Link>
      )}
      <p className="break-words whitespace-pre-wrap">{message.body}</p>
      <p className="tabular text-muted">{`${brands[message.channel]} · ${message.phone} · ${time}`}</p>
      <div className="flex flex-wrap items-end gap-2">
        {!bookingId && (
          <TextField
            label={t`Booking reference`}
            value={reference}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => setReference(event.target.value)}
          />
        )}
        <Button look="quiet" onClick={() => void change(() => handleInbound(message.id, reference.trim()))}>
          {reference.trim() ? <Trans>Assign to booking</Trans> : <Trans>Mark as done</Trans>}
        </Button>
      </div>
    </li>
  );
}
