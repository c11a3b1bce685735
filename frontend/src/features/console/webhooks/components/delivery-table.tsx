import { Trans, useLingui } from "@lingui/react/macro";
import { RotateCw } from "lucide-react";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { formatMoment, formatNumber } from "@/lib/format";
import {
  type Attempt,
  type Delivery,
  deliveriesKey,
  deliveryStates,
  type EventType,
  eventNames,
  resend,
  type Webhook,
} from "../api";

interface Props {
  webhook: Webhook;
  deliveries: readonly Delivery[];
  pages: TablePages;
  timezone: string;
}

const looks = { pending: "plain", delivered: "good", failed: "warning" } as const;

/** Deliveries with the result of their last attempt; the request and all attempts on demand. */
export function DeliveryTable({ webhook, deliveries, pages, timezone }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: deliveriesKey(webhook.id) });
  const nameOf = (type: string) => {
    const name = eventNames[type as EventType];
    return name ? t(name) : t`Test event`;
  };
  const columns: TableColumn<Delivery>[] = [
    {
      id: "event",
      title: t`Event`,
      cell: ({ eventType }) => (
        <>
          <span className="font-semibold">{nameOf(eventType)}</span>
          <span className="block font-normal text-muted">{eventType}</span>
        </>
      ),
      card: "left",
    },
    {
      id: "state",
      title: t`Status`,
      cell: ({ state }) => <Badge look={looks[state]}>{t(deliveryStates[state])}</Badge>,
      card: "right",
    },
    {
      id: "answer",
      title: t`Response`,
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return last && <Answer attempt={last} />;
      },
      card: "line",
      isLabelled: true,
    },
    {
      id: "createdAt",
      title: t`Time`,
      cell: ({ createdAt, nextAttemptAt, attempts }) => (
        <span className="tabular text-muted">
          {formatMoment(createdAt, timezone)}
          {nextAttemptAt && attempts.length > 0 && (
            <span className="block">
              {t`Next attempt ${{ moment: formatMoment(nextAttemptAt, timezone) }}`}
            </span>
          )}
        </span>
      ),
      card: "line",
    },
  ];
  return (
    <DataTable
      label={t`Deliveries`}
      rows={deliveries}
      columns={columns}
      rowId={({ id }) => id}
      details={(delivery) => ({
        label: t`Details of ${{ event: nameOf(delivery.eventType) }}`,
        content: <DeliveryDetails delivery={delivery} timezone={timezone} />,
      })}
      actions={({ id, state }) => (
        <Button
          look="plain"
          className="min-h-9 px-2 text-sm"
          disabled={!webhook.isEnabled || state === "pending"}
          onClick={() =>
            void change(
              () => resend(webhook.id, id),
              () => ({ title: t`Sent again` }),
            )
          }
        >
          <RotateCw aria-hidden size={16} /> <Trans>Resend</Trans>
        </Button>
      )}
      pages={pages}
    />
  );
}

function Answer({ attempt: { status, problem, durationMs } }: { attempt: Attempt }) {
  const { t } = useLingui();
  const problems: Record<string, string> = {
    timeout: t`Timeout`,
    connection: t`No connection`,
    not_public: t`Not a public address`,
    unknown_host: t`Unknown host`,
    tls: t`Invalid certificate`,
    secret: t`Rotate the secret: it can't be read`,
  };
  return (
    <span className="tabular">
      {status ?? problems[problem ?? ""] ?? problem}
      <span className="text-muted"> · {t`${{ duration: formatNumber(durationMs) }} ms`}</span>
    </span>
  );
}

function DeliveryDetails({ delivery, timezone }: { delivery: Delivery; timezone: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm lg:grid-cols-2">
      <div>
        <h3 className="font-semibold">
          <Trans>Request</Trans>
        </h3>
        <pre className="mt-1 overflow-x-auto rounded-xl bg-stone p-3 text-xs">
          {JSON.stringify(delivery.request, null, 2)}
        </pre>
      </div>
      <div>
        <h3 className="font-semibold">
          <Trans>Attempts</Trans>
        </h3>
        <ol className="mt-1 grid gap-1">
          {delivery.attempts.map((attempt) => (
            <li key={attempt.attemptedAt} className="flex flex-wrap justify-between gap-x-4">
              <time dateTime={attempt.attemptedAt} className="tabular text-muted">
                {formatMoment(attempt.attemptedAt, timezone)}
              </time>
              <Answer attempt={attempt} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
