import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import type { Channel } from "@/features/console/shared/channels";
import { channelsQuery } from "@/features/console/shared/channels";
import { CarTable } from "./components/car-table";
import { ChannelDialog } from "./components/channel-dialog";
import { ChannelTable } from "./components/channel-table";

/** Brokers and price feeds, and the ACRISS codes by which they know the cars, for owners. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(channelsQuery);
  const [editing, setEditing] = useState<{ channel?: Channel } | null>(null);
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Channels`}
        description={t`Brokers and price feeds that sell your cars for a commission. Each needs an API key of its own.`}
      >
        <Button onClick={() => setEditing({})} disabled={!query.data}>
          <Plus aria-hidden size={18} /> <Trans>Add channel</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-48" />}>
          {({ channels, cars }) => (
            <>
              {channels.length === 0 ? (
                <EmptyState title={t`No channels yet`}>
                  <Trans>Add a broker or a price feed, then create an API key for it.</Trans>
                </EmptyState>
              ) : (
                <ChannelTable channels={channels} onEdit={(channel) => setEditing({ channel })} />
              )}
              <section>
                <h2 className="mb-3 text-lg font-bold">
                  <Trans>Cars and ACRISS codes</Trans>
                </h2>
                <CarTable cars={cars} channels={channels} />
              </section>
            </>
          )}
        </QueryBoundary>
      </div>
      {editing && query.data && (
        <ChannelDialog channel={editing.channel} cars={query.data.cars} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
