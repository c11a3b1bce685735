import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { ApiReferenceLink, BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { adminPath } from "@/config/admin-path";
import { paths } from "@/config/paths";
import { eventTypes, type Webhook, webhooksQuery } from "./api";
import { EndpointDialog, SecretDialog } from "./components/endpoint-dialog";

/** Where events are sent. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState("");
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Webhooks`}
        description={t`Notify other systems when something happens. Events are signed and sent to your URL.`}
      >
        <ApiReferenceLink />
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} /> <Trans>Add webhook</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="h-48" />}
          empty={({ webhooks }) =>
            webhooks.length === 0 && (
              <EmptyState title={t`No webhooks yet`}>
                <Trans>Add the URL of a system that should know of bookings, payments or invoices.</Trans>
              </EmptyState>
            )
          }
        >
          {({ webhooks }) => <WebhookTable webhooks={webhooks} />}
        </QueryBoundary>
      </div>
      {isAdding && (
        <EndpointDialog
          onClose={() => setAdding(false)}
          onSecret={(shown) => {
            setAdding(false);
            setSecret(shown);
          }}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret("")} />}
    </>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useLingui();
  const columns: TableColumn<Webhook>[] = [
    {
      id: "url",
      title: t`URL`,
      sort: "asc",
      value: ({ url }) => url,
      cell: ({ url, description }) => (
        <>
          <span className="font-semibold break-all">{url}</span>
          {description && <span className="block font-normal text-muted">{description}</span>}
        </>
      ),
      card: "line",
    },
    {
      id: "events",
      title: t`Events`,
      sort: "desc",
      value: ({ events }) => events.length,
      cell: ({ events }) =>
        events.length === eventTypes.length
          ? t`All events`
          : plural(events.length, { one: "# event", other: "# events" }),
      card: "line",
    },
    {
      id: "status",
      title: t`Status`,
      sort: "asc",
      value: (webhook) => Number(webhook.isEnabled),
      cell: (webhook) => <StatusBadge webhook={webhook} />,
      card: "line",
    },
  ];
  return (
    <DataTable
      label={t`Webhooks`}
      rows={webhooks}
      columns={columns}
      rowId={({ id }) => id}
      to={({ id }) => adminPath.webhook(id)}
    />
  );
}

/** Whether events are sent, and whether they arrive. */
export function StatusBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  if (!webhook.isEnabled) {
    const isAutomatic = webhook.disabledReason !== null;
    return <Badge look={isAutomatic ? "warning" : "plain"}>{t`Disabled`}</Badge>;
  }
  if (webhook.failingSince) return <Badge look="warning">{t`Failing`}</Badge>;
  return <Badge look="good">{t`Enabled`}</Badge>;
}
