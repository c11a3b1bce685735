import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { conversionsQuery, dropSender, type Sending } from "../api";
import { dashed, SenderForm } from "./sender-form";

interface Props {
  sending: Sending | null;
  timezone: string;
  /** Only the owner sets and ends sending. */
  mayChange: boolean;
}

/** Sending by Google's Data Manager API: what happened, and its settings. */
export function Sender({ sending, timezone, mayChange }: Props) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: dropSender,
    onSettled: () => client.invalidateQueries(conversionsQuery),
    onError: (error) =>
      toast({
        kind: "destructive",
        title: "Nothing was changed",
        description: sentenceOf(error),
      }),
  });
  return (
    <section aria-label="Sending" className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">Sent automatically</h2>
      <p className="mt-0.5 text-sm text-slate">
        By Google's Data Manager API, every ten minutes, each booking once. Retractions go by their file: the
        API takes none.
      </p>
      {sending ? <State sending={sending} timezone={timezone} /> : <Steps />}
      {isOpen ? (
        <SenderForm sending={sending} onDone={() => setOpen(false)} />
      ) : mayChange ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="quiet" onClick={() => setOpen(true)}>
            {sending ? "Change" : "Set it up"}
          </Button>
          {sending && (
            <Button look="plain" onClick={() => setAsking(true)}>
              End sending
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-2 text-sm text-muted">Only the owner sets this up.</p>
      )}
      {asking && (
        <ConfirmDialog
          title="End sending?"
          description="The key is forgotten. What was sent stays noted, so that nothing is sent twice should you take it up again."
          confirm="End sending"
          onConfirm={() => end.mutateAsync().catch(() => undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function Steps() {
  return (
    <ol className="mt-3 list-decimal space-y-1 pl-5 text-sm text-slate">
      <li>In Google Cloud, switch the Data Manager API on and make a service account with a JSON key.</li>
      <li>In Google Ads, give that account's e-mail address access to the account.</li>
      <li>Enter the numbers and choose the key here.</li>
    </ol>
  );
}

function State({ sending, timezone }: { sending: Sending; timezone: string }) {
  const moment = (text: string) =>
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: timezone }).format(
      new Date(text),
    );
  return (
    <>
      {sending.problem && (
        <div role="alert" className="mt-3 flex gap-2 rounded-xl border border-danger p-3 text-sm">
          <TriangleAlert aria-hidden size={18} className="mt-px shrink-0 text-danger" />
          <p>
            {sending.problem} Nothing is lost
            {sending.nextAttempt && `: the next attempt is on ${moment(sending.nextAttempt)} (${timezone})`}.
          </p>
        </div>
      )}
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        <Row name="Account" value={dashed(sending.accountId)} />
        <Row name="Conversion action" value={sending.conversionActionId} />
        <Row name="Accepted" value={String(sending.sent)} />
        <Row
          name="Not taken"
          value={
            sending.notTaken === 0
              ? "0"
              : `${sending.notTaken} (${sending.reasons.map(({ reason, events }) => `${events} × ${reason}`).join("; ")})`
          }
        />
        <Row
          name="Last sent"
          value={sending.sentAt ? `${moment(sending.sentAt)} (${timezone})` : "nothing yet"}
        />
      </dl>
    </>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-slate">{name}</dt>
      <dd className="tabular min-w-0 break-words font-medium">{value}</dd>
    </>
  );
}
