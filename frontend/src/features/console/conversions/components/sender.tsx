import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { sentenceOf } from "@/lib/errors";
import { formatMoment, formatNumber } from "@/lib/format";
import { sentenceIn } from "@/lib/server-messages";
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
  const { t } = useLingui();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: dropSender,
    onSettled: () => client.invalidateQueries(conversionsQuery),
    onError: (error) =>
      toast({
        kind: "destructive",
        title: t`Couldn't save`,
        description: sentenceOf(error),
      }),
  });
  return (
    <section aria-label={t`Sending`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">
        <Trans>Sent automatically</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-slate">
        <Trans>
          Through Google's Data Manager API, every ten minutes, each booking once. Upload retractions as a
          file; the API doesn't accept them.
        </Trans>
      </p>
      <p className="mt-1 text-sm text-slate">
        <Link className="font-semibold underline" to={`${paths.admin.quizAnalytics}?costs=google#money`}>
          <Trans>Read costs from Google Ads</Trans>
        </Link>
      </p>
      {sending ? <State sending={sending} timezone={timezone} /> : <Steps />}
      {isOpen ? (
        <SenderForm sending={sending} onDone={() => setOpen(false)} />
      ) : mayChange ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="quiet" onClick={() => setOpen(true)}>
            {sending ? t`Change` : t`Set up`}
          </Button>
          {sending && (
            <Button look="plain" onClick={() => setAsking(true)}>
              <Trans>Turn off</Trans>
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-2 text-sm text-muted">
          <Trans>Only an owner can set this up.</Trans>
        </p>
      )}
      {asking && (
        <ConfirmDialog
          title={t`Turn off automatic sending?`}
          description={t`The key is deleted. Bookings already sent stay marked, so nothing is sent twice if you turn it on again.`}
          confirm={t`Turn off`}
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
      <li>
        <Trans>
          In Google Cloud, turn on the Data Manager API and create a service account with a JSON key.
        </Trans>
      </li>
      <li>
        <Trans>In Google Ads, give the service account's email access to the account.</Trans>
      </li>
      <li>
        <Trans>Enter the account numbers and choose the key here.</Trans>
      </li>
    </ol>
  );
}

function State({ sending, timezone }: { sending: Sending; timezone: string }) {
  const { t } = useLingui();
  const moment = (text: string) => formatMoment(text, timezone);
  const lost = sending.nextAttempt
    ? t`We'll try again on ${{ moment: moment(sending.nextAttempt) }} (${timezone}). No data is lost.`
    : t`No data is lost.`;
  return (
    <>
      {sending.problem && (
        <div role="alert" className="mt-3 flex gap-2 rounded-xl border border-danger p-3 text-sm">
          <TriangleAlert aria-hidden size={18} className="mt-px shrink-0 text-danger" />
          <p>
            {sentenceIn(sending.problem)} {lost}
          </p>
        </div>
      )}
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        <Row name={t`Account`} value={dashed(sending.accountId)} />
        <Row name={t`Conversion action`} value={sending.conversionActionId} />
        <Row name={t`Accepted`} value={formatNumber(sending.sent)} />
        <Row
          name={t`Rejected`}
          value={
            sending.notTaken === 0
              ? "0"
              : `${sending.notTaken} (${sending.reasons.map(({ reason, events }) => `${events} × ${reason}`).join("; ")})`
          }
        />
        <Row
          name={t`Last sent`}
          value={sending.sentAt ? `${moment(sending.sentAt)} (${timezone})` : t`never`}
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
