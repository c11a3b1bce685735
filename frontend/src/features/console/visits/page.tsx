import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { useMe } from "@/features/console/shared/session";
import { api, bodyOf } from "@/lib/api";
import { formatClock } from "@/lib/format";
import { useUrlState } from "@/lib/url-state";
import { filterReaders, type Visit, visitsKey, visitsQuery } from "./api";
import { ExcludedIps } from "./components/excluded-ips";
import { FilterBar } from "./components/filter-bar";
import { VisitList } from "./components/visit-list";

/** Visits with their IP addresses; fetched again every half minute. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [filters, choose] = useUrlState(filterReaders);
  const visits = useInfiniteQuery(visitsQuery(filters));
  const change = useChange({ refresh: visitsKey, failed: t`Failed to delete IP visits` });
  const [isAsking, setAsking] = useState(false);
  const shown = visits.data?.pages.flatMap((page) => page.visits) ?? [];

  /** Deletes visits one after another, up to the first that cannot be deleted. */
  function remove(visits: readonly Visit[]) {
    return change(async () => {
      for (const { id } of visits) {
        await api.DELETE("/api/ip/visits/{visit_id}", { params: { path: { visit_id: id } } });
      }
    });
  }

  function removeAll() {
    return change(
      () => bodyOf(api.DELETE("/api/ip/visits")),
      ({ deleted }) => ({ title: plural(deleted, { one: "Deleted # visit", other: "Deleted # visits" }) }),
    );
  }

  return (
    <>
      <PageHeader
        title={t`Visits`}
        description={t`Visits to your site, refreshed every 30 seconds. Times are in ${{ timezone: tenant.timezone }}.`}
      >
        <Button look="quiet" disabled={visits.isFetching} onClick={() => visits.refetch()}>
          <RefreshCw aria-hidden size={18} /> <Trans>Refresh</Trans>
        </Button>
        <Button look="risky" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden size={18} /> <Trans>Delete All IPs</Trans>
        </Button>
      </PageHeader>
      {visits.dataUpdatedAt > 0 && (
        <p className="tabular mt-3 mb-4 text-sm text-muted">
          <Trans>
            Last refreshed {{ dataUpdatedAt: formatClock(visits.dataUpdatedAt, tenant.timezone) }}
          </Trans>
        </p>
      )}
      <FilterBar filters={filters} onChange={choose} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={visits}
          empty={() =>
            shown.length === 0 && (
              <EmptyState
                title={filters.traffic || filters.ip ? t`No visits match these filters` : t`No visits yet`}
              >
                <Trans>
                  Each page view is listed here with its time and IP address, and deleted automatically after
                  your company's retention period.
                </Trans>
              </EmptyState>
            )
          }
        >
          {() => <VisitList visits={shown} pages={visits} timezone={tenant.timezone} onDelete={remove} />}
        </QueryBoundary>
        <ExcludedIps />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Delete All IPs`}
          description={t`Are you sure you want to delete ALL IP addresses? This cannot be undone.`}
          confirm={t`Delete all`}
          onConfirm={removeAll}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
