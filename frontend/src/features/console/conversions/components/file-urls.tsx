import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CopyField } from "@/components/console/copy-field";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatMoment } from "@/lib/format";
import { conversionsQuery, createUrls, deleteUrls, type FileUrlsByKind } from "../api";

interface Props {
  createdAt: string | null;
  fetchedAt: string | null;
  timezone: string;
  /** Owners only. */
  mayChange: boolean;
}

const names: Record<keyof FileUrlsByKind, MessageDescriptor> = {
  clicks: msg`Bookings`,
  appClicks: msg`Bookings from apps`,
  retractions: msg`Retractions`,
};

/** The secret URLs from which Google Ads fetches the files on a schedule. */
export function FileUrls({ createdAt, fetchedAt, timezone, mayChange }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState<"renew" | "close" | null>(null);
  const refresh = () => client.invalidateQueries(conversionsQuery);
  const failed = (error: Error) =>
    toast({
      kind: "destructive",
      title: t`Couldn't save`,
      description: sentenceOf(error),
    });
  const make = useMutation({ mutationFn: createUrls, onSettled: refresh, onError: failed });
  const close = useMutation({
    mutationFn: deleteUrls,
    onSuccess: () => make.reset(),
    onSettled: refresh,
    onError: failed,
  });
  const made = make.data?.urls;
  return (
    <section aria-label={t`Secret URL`} className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-lg font-bold">
        <Trans>Fetched by schedule</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-slate">
        <Trans>
          In Google Ads: Goals → Conversions → Uploads → Schedules, source HTTPS. Anyone with the URL can read
          the files, so treat it as a password.
        </Trans>
      </p>
      <p className="mt-3 text-sm">{state(createdAt, fetchedAt, timezone)}</p>
      {made && (
        <div className="mt-3 rounded-xl border border-accent p-3" role="status">
          <p className="text-sm font-semibold">
            <Trans>Copy these now. They won't be shown again.</Trans>
          </p>
          {(Object.keys(names) as (keyof FileUrlsByKind)[]).map((kind) => (
            <CopyRow key={kind} name={t(names[kind])} value={made[kind]} />
          ))}
        </div>
      )}
      {mayChange ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            look="quiet"
            disabled={make.isPending}
            onClick={() => (createdAt ? setAsking("renew") : make.mutate())}
          >
            {createdAt ? t`Create new URL` : t`Create URL`}
          </Button>
          {createdAt && (
            <Button look="plain" onClick={() => setAsking("close")}>
              <Trans>Revoke</Trans>
            </Button>
          )}
        </div>
      ) : (
        <p className="mt-2 text-sm text-muted">
          <Trans>Only an owner can create or revoke it.</Trans>
        </p>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === "renew" ? t`Create new URL?` : t`Revoke URL?`}
          description={t`The current URL stops working immediately. Schedules in Google Ads that use it fail until you update them.`}
          confirm={asking === "renew" ? t`Create new URL` : t`Revoke`}
          onConfirm={() => (asking === "renew" ? make : close).mutateAsync().catch(() => undefined)}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}

/** When the URLs were created and last fetched. */
function state(createdAt: string | null, fetchedAt: string | null, timezone: string): string {
  if (!createdAt) return t`No URL yet.`;
  const made = formatMoment(createdAt, timezone);
  if (!fetchedAt) return t`URL created on ${made}. Not fetched yet.`;
  const fetched = formatMoment(fetchedAt, timezone);
  return t`URL created on ${made}. Last fetched on ${fetched} (${timezone}).`;
}

function CopyRow({ name, value }: { name: string; value: string }) {
  const { t } = useLingui();
  return (
    <div className="mt-2 grid gap-1">
      <p className="text-xs text-muted">{name}</p>
      <CopyField label={t`URL for ${name}`} copyLabel={t`Copy URL for ${name}`} value={value} />
    </div>
  );
}
