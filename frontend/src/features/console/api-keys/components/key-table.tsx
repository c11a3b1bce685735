import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatMoment, formatMomentDay } from "@/lib/format";
import { type ApiKey, apiKeysQuery, revokeKey, rotateKey } from "../api";

interface Props {
  keys: ApiKey[];
  timezone: string;
  /** Gets the value of a rotated key. */
  onRotated: (token: string) => void;
}

/** The company's keys: what they may do, when they were last used, rotating and revoking them. */
export function KeyTable({ keys, timezone, onRotated }: Props) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<{ what: "rotate" | "revoke"; key: ApiKey } | null>(null);
  const change = useChange({ refresh: apiKeysQuery.queryKey });

  const rotate = (key: ApiKey) =>
    change(async () => {
      const rotated = await rotateKey(key);
      onRotated(rotated.token);
    });
  const revoke = (key: ApiKey) =>
    change(
      () => revokeKey(key),
      () => ({ title: t`API key ${{ name: key.name }} revoked` }),
    );

  const columns: TableColumn<ApiKey>[] = [
    {
      id: "name",
      title: t`Name`,
      sort: "asc",
      value: ({ name }) => name,
      cell: (key) => (
        <>
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {key.name}
            {key.state === "revoked" && (
              <Badge>
                <Trans>Revoked</Trans>
              </Badge>
            )}
            {key.state === "expired" && (
              <Badge look="warning">
                <Trans>Expired</Trans>
              </Badge>
            )}
          </span>
          <code className="block text-xs text-muted">abano_…{key.end}</code>
          {key.channel && (
            <span className="block text-xs text-muted">
              <Trans>Channel: {{ name: key.channel }}</Trans>
            </span>
          )}
          {key.previousUntil && (
            <span className="block text-xs text-muted">
              <Trans>Previous key works until {{ until: formatMoment(key.previousUntil, timezone) }}</Trans>
            </span>
          )}
        </>
      ),
      card: "line",
    },
    {
      id: "scopes",
      title: t`Permissions`,
      value: ({ scopes }) => scopes.join(" "),
      cell: ({ scopes }) => (
        <span className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <code key={scope} className="rounded-md bg-stone px-1.5 py-0.5 text-xs">
              {scope}
            </code>
          ))}
        </span>
      ),
      card: "line",
    },
    {
      id: "lastUsedAt",
      title: t`Last used`,
      sort: "desc",
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt, lastUsedIp }) =>
        lastUsedAt ? (
          <>
            <span className="tabular">{formatMoment(lastUsedAt, timezone)}</span>
            {lastUsedIp && <span className="block text-xs text-muted">{lastUsedIp}</span>}
          </>
        ) : (
          <span className="text-muted">
            <Trans>Never</Trans>
          </span>
        ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "expiresAt",
      title: t`Expires`,
      sort: "asc",
      value: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) => <span className="tabular">{formatMomentDay(expiresAt, timezone)}</span>,
      card: "line",
      isLabelled: true,
    },
    {
      id: "requestsPerMinute",
      title: t`Requests per minute`,
      sort: "desc",
      align: "end",
      value: ({ requestsPerMinute }) => requestsPerMinute,
      cell: ({ requestsPerMinute }) => <span className="tabular">{requestsPerMinute}</span>,
      card: "none",
      isOptional: true,
    },
    {
      id: "createdBy",
      title: t`Created by`,
      sort: "asc",
      value: ({ createdBy }) => createdBy,
      cell: ({ createdBy }) => createdBy,
      card: "none",
      isOptional: true,
    },
  ];

  return (
    <>
      <DataTable
        label={t`API keys`}
        rows={keys}
        columns={columns}
        rowId={({ id }) => id}
        rowClass={({ state }) => state !== "active" && "text-muted"}
        actions={(key) =>
          key.state !== "revoked" && (
            <span className="flex justify-end gap-2">
              {key.state === "active" && (
                <Button
                  look="quiet"
                  className="min-h-11 px-3 text-sm"
                  aria-label={t`Rotate ${{ name: key.name }}`}
                  onClick={() => setAsking({ what: "rotate", key })}
                >
                  <Trans>Rotate</Trans>
                </Button>
              )}
              <Button
                look="plain"
                className="min-h-11 px-3 text-sm"
                aria-label={t`Revoke ${{ name: key.name }}`}
                onClick={() => setAsking({ what: "revoke", key })}
              >
                <Trans>Revoke</Trans>
              </Button>
            </span>
          )
        }
      />
      {asking?.what === "rotate" && (
        <ConfirmDialog
          title={t`Rotate ${{ name: asking.key.name }}?`}
          description={t`You get a new key. The current one works for another 24 hours.`}
          confirm={t`Rotate`}
          onConfirm={() => rotate(asking.key)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === "revoke" && (
        <ConfirmDialog
          title={t`Revoke ${{ name: asking.key.name }}?`}
          description={t`Systems that use this key are refused immediately. This can't be undone.`}
          confirm={t`Revoke`}
          onConfirm={() => revoke(asking.key)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
