import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Pencil, Send } from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { FilterSelect } from "@/components/console/filter-fields";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import { oneOf, textUpTo, useUrlState } from "@/lib/url-state";
import {
  changeWebhook,
  type DeliveryState,
  deleteWebhook,
  deliveriesKey,
  deliveriesQuery,
  deliveryStates,
  type EventType,
  eventNames,
  eventTypes,
  rotateSecret,
  sendTestEvent,
  type Webhook,
  webhooksQuery,
} from "./api";
import { DeliveryTable } from "./components/delivery-table";
import { EndpointDialog, SecretDialog } from "./components/endpoint-dialog";
import { ReplayDialog } from "./components/replay-dialog";
import { StatusBadge } from "./page";

const states = Object.keys(deliveryStates) as DeliveryState[];
const filterReaders = { state: oneOf(states), event: textUpTo(80) };

/** One webhook: what it is sent, and what became of each delivery. */
export function Component() {
  const { t } = useLingui();
  const { webhookId = "" } = useParams();
  const query = useQuery(webhooksQuery);
  return (
    <>
      <BackLink to={paths.admin.webhooks}>{t`Webhooks`}</BackLink>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-48" />}
        empty={({ webhooks }) =>
          !webhooks.some(({ id }) => id === webhookId) && <EmptyState title={t`This webhook was deleted`} />
        }
      >
        {({ webhooks }) =>
          webhooks
            .filter(({ id }) => id === webhookId)
            .map((webhook) => <WebhookDetails key={webhook.id} webhook={webhook} />)
        }
      </QueryBoundary>
    </>
  );
}

type Open = "edit" | "rotate" | "delete" | "replay" | null;

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState("");
  const change = useChange({ refresh: webhooksQuery.queryKey });
  const sendTest = useChange({ refresh: deliveriesKey(webhook.id) });
  const close = () => setOpen(null);
  const { id, isEnabled, previousSecretUntil } = webhook;
  const enable = () =>
    change(
      () =>
        changeWebhook(id, {
          url: webhook.url,
          description: webhook.description,
          events: webhook.events as EventType[],
          isEnabled: !isEnabled,
        }),
      () => ({ title: isEnabled ? t`Webhook disabled` : t`Webhook enabled` }),
    );
  return (
    <>
      <PageHeader
        title={new URL(webhook.url).host}
        description={
          <>
            <span className="break-all">{webhook.url}</span>
            {webhook.description && <span className="block">{webhook.description}</span>}
          </>
        }
      >
        <Button look="quiet" onClick={() => setOpen("edit")}>
          <Pencil aria-hidden size={18} /> <Trans>Edit</Trans>
        </Button>
        <Button
          disabled={!isEnabled}
          onClick={() =>
            void sendTest(
              () => sendTestEvent(id),
              () => ({ title: t`Test event sent` }),
            )
          }
        >
          <Send aria-hidden size={18} /> <Trans>Send test event</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <Panel title={t`Status`}>
          <div className="grid gap-3 text-sm">
            <div className="flex flex-wrap items-center gap-3">
              <StatusBadge webhook={webhook} />
              <Reason webhook={webhook} timezone={tenant.timezone} />
            </div>
            <p className="text-slate">
              {eventTypes
                .filter((type) => webhook.events.includes(type))
                .map((type) => t(eventNames[type]))
                .join(" · ")}
            </p>
            {previousSecretUntil && Date.parse(previousSecretUntil) > Date.now() && (
              <p className="text-slate">
                {t`The previous secret also works until ${{ moment: formatMoment(previousSecretUntil, tenant.timezone) }}.`}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              <Button look="quiet" onClick={() => void enable()}>
                {isEnabled ? t`Disable` : t`Enable`}
              </Button>
              <Button look="quiet" onClick={() => setOpen("rotate")}>
                <Trans>Rotate secret</Trans>
              </Button>
              <Button look="quiet" onClick={() => setOpen("delete")}>
                <Trans>Delete</Trans>
              </Button>
            </div>
          </div>
        </Panel>
        <Deliveries webhook={webhook} onReplay={() => setOpen("replay")} />
      </div>
      {open === "edit" && <EndpointDialog webhook={webhook} onClose={close} />}
      {open === "replay" && <ReplayDialog webhook={webhook} timezone={tenant.timezone} onClose={close} />}
      {open === "rotate" && (
        <ConfirmDialog
          title={t`Rotate the secret?`}
          description={t`You'll see a new secret. The old one also works for 24 hours.`}
          confirm={t`Rotate secret`}
          onConfirm={() => change(async () => setSecret((await rotateSecret(id)).secret))}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title={t`Delete this webhook?`}
          description={t`Its deliveries are deleted, too. Nothing more is sent to this URL.`}
          confirm={t`Delete webhook`}
          onConfirm={async () => {
            if (
              await change(
                () => deleteWebhook(id),
                () => ({ title: t`Webhook deleted` }),
              )
            )
              await navigate(paths.admin.webhooks);
          }}
          onClose={close}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret("")} />}
    </>
  );
}

/** Why nothing arrives. */
function Reason({ webhook, timezone }: { webhook: Webhook; timezone: string }) {
  const { t } = useLingui();
  const { isEnabled, disabledReason, failingSince } = webhook;
  if (disabledReason === "gone") return <span>{t`Your server answered 410 (Gone).`}</span>;
  if (disabledReason === "failing") return <span>{t`Every delivery failed for five days.`}</span>;
  if (isEnabled && failingSince)
    return (
      <span>{t`Deliveries have been failing since ${{ moment: formatMoment(failingSince, timezone) }}.`}</span>
    );
  return null;
}

function Deliveries({ webhook, onReplay }: { webhook: Webhook; onReplay: () => void }) {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [{ state, event }, choose] = useUrlState(filterReaders);
  const list = useInfiniteQuery(deliveriesQuery(webhook.id, state, event));
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-lg font-bold">
          <Trans>Deliveries</Trans>
        </h2>
        <Button look="quiet" disabled={!webhook.isEnabled} onClick={onReplay}>
          <Trans>Replay events</Trans>
        </Button>
      </div>
      <search className="grid grid-cols-2 gap-3 lg:max-w-xl">
        <FilterSelect
          label={t`Status`}
          value={state}
          onChange={(chosen) => choose({ state: chosen })}
          all={t`All`}
          options={states.map((each) => [each, t(deliveryStates[each])])}
        />
        <FilterSelect
          label={t`Event`}
          value={event}
          onChange={(chosen) => choose({ event: chosen })}
          all={t`All events`}
          options={eventTypes.map((type) => [type, t(eventNames[type])])}
        />
      </search>
      <QueryBoundary
        query={list}
        skeleton={<Skeleton className="h-48" />}
        empty={() =>
          deliveries.length === 0 && (
            <EmptyState title={state || event ? t`No deliveries match these filters` : t`No deliveries yet`}>
              <Trans>Send a test event to see one. Deliveries are kept for 30 days.</Trans>
            </EmptyState>
          )
        }
      >
        {() => (
          <DeliveryTable webhook={webhook} deliveries={deliveries} pages={list} timezone={tenant.timezone} />
        )}
      </QueryBoundary>
    </section>
  );
}
