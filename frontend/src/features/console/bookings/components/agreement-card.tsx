import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Copy, FileText, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { formatMoment } from "@/lib/format";
import {
  type Agreement,
  agreementDocumentUrl,
  agreementKey,
  agreementQuery,
  revokeAgreement,
  sendAgreement,
} from "../agreement";
import type { BookingDetail } from "../api";

/** The rental agreement that the customer signs by a link; nothing where there is none to sign. */
export function AgreementCard({ booking, timezone }: { booking: BookingDetail; timezone: string }) {
  const { t } = useLingui();
  const { data } = useQuery(agreementQuery(booking.id));
  const change = useChange({ refresh: agreementKey(booking.id) });
  const [isRevoking, setRevoking] = useState(false);
  if (!data || (booking.status !== "confirmed" && !data.signed)) return null;
  const url = data.request?.url;
  const send = () =>
    change(
      () => sendAgreement(booking.id),
      () => ({ title: t`Link sent` }),
    );
  async function copy(link: string) {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: t`Copied!` });
    } catch {
      toast({ kind: "destructive", title: t`Couldn't copy` });
    }
  }
  return (
    <Panel title={t`Rental agreement`}>
      <State agreement={data} timezone={timezone} />
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {data.canRequest && (
          <Button look="quiet" onClick={() => void send()}>
            {data.request || data.signed ? t`Send new link` : t`Send link`}
          </Button>
        )}
        {url && (
          <Button access="read" look="quiet" onClick={() => void copy(url)}>
            <Copy aria-hidden size={18} /> <Trans>Copy link</Trans>
          </Button>
        )}
        {url && (
          <Button look="quiet" onClick={() => setRevoking(true)}>
            <Trans>Revoke link</Trans>
          </Button>
        )}
        {data.signed?.documentReady && (
          <a
            className={buttonClass("quiet")}
            href={agreementDocumentUrl(booking.id)}
            target="_blank"
            rel="noreferrer"
          >
            <FileText aria-hidden size={18} /> <Trans>Open PDF</Trans>
          </a>
        )}
      </div>
      {isRevoking && (
        <ConfirmDialog
          title={t`Revoke this link?`}
          description={t`The customer can no longer sign with it. You can send a new one.`}
          confirm={t`Revoke link`}
          onClose={() => setRevoking(false)}
          onConfirm={() =>
            change(
              () => revokeAgreement(booking.id),
              () => ({ title: t`Link revoked` }),
            )
          }
        />
      )}
    </Panel>
  );
}

function State({ agreement, timezone }: { agreement: Agreement; timezone: string }) {
  const { request, signed, hasEmail } = agreement;
  return (
    <div className="grid gap-2 text-sm">
      {signed && (
        <p className="break-words">
          <Trans>
            Signed online by {{ name: signed.signerName }} on{" "}
            {{ moment: formatMoment(signed.signedAt, timezone) }}
          </Trans>
        </p>
      )}
      {signed?.isOutdated && (
        <p role="status" className="flex items-start gap-2 font-semibold">
          <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
          <Trans>
            Outdated: the booking changed after the signature. Send a new link, or sign at the handover.
          </Trans>
        </p>
      )}
      {request && (
        <p className="text-slate">
          {request.url ? (
            <Trans>
              Link sent on {{ moment: formatMoment(request.sentAt, timezone) }}, valid until{" "}
              {{ end: formatMoment(request.expiresAt, timezone) }}
            </Trans>
          ) : (
            <Trans>Link sent on {{ moment: formatMoment(request.sentAt, timezone) }}. It has expired.</Trans>
          )}
        </p>
      )}
      {!request && !signed && (
        <p className="text-slate">
          {hasEmail ? (
            <Trans>Not signed yet. Email the customer a link to sign before the pickup.</Trans>
          ) : (
            <Trans>Not signed yet. Add an email address to send a link to sign.</Trans>
          )}
        </p>
      )}
      {signed?.digest && (
        <details className="text-slate">
          <summary className="flex min-h-11 cursor-pointer items-center">
            <Trans>Details of the signature</Trans>
          </summary>
          <p className="wrap-anywhere">
            <Trans>IP address: {{ ip: signed.ip || "–" }}</Trans>
          </p>
          <p className="wrap-anywhere">
            <Trans>SHA-256 of the PDF: {{ digest: signed.digest }}</Trans>
          </p>
        </details>
      )}
    </div>
  );
}
