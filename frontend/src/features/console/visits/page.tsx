import { useInfiniteQuery } from "@tanstack/react-query";
import { RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { MoreButton } from "@/components/console/data-list";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMe } from "@/features/console/shared/session";
import { useAddressState } from "@/lib/address-state";
import { api, bodyOf } from "@/lib/api";
import { countOf } from "@/lib/counts";
import { formatClock } from "@/lib/format";
import { filterReaders, type Visit, visitsKey, visitsQuery } from "./api";
import { ExcludedAddresses } from "./components/excluded-addresses";
import { FilterBar } from "./components/filter-bar";
import { VisitList } from "./components/visit-list";

/** Visits with their addresses, newest first; looked at again every half minute. */
export function Component() {
  const { tenant } = useMe();
  const [filters, choose] = useAddressState(filterReaders);
  const visits = useInfiniteQuery(visitsQuery(filters));
  const change = useChange({ refresh: visitsKey, failed: "Failed to delete IP visits" });
  const [isAsking, setAsking] = useState(false);
  const shown = visits.data?.pages.flatMap((page) => page.visits) ?? [];

  function remove(visit: Visit) {
    const params = { path: { visit_id: visit.id } };
    return change(() => api.DELETE("/api/ip/visits/{visit_id}", { params }));
  }

  function removeAll() {
    return change(
      () => bodyOf(api.DELETE("/api/ip/visits")),
      ({ deleted }) => ({ title: `Deleted ${countOf(deleted, "visit")}` }),
    );
  }

  return (
    <>
      <PageHeader
        title="Visits"
        description={`Who looked at your site, newest first, every 30 seconds. Times are those of ${tenant.timezone}.`}
      >
        <Button look="quiet" disabled={visits.isFetching} onClick={() => visits.refetch()}>
          <RefreshCw aria-hidden size={18} /> Refresh
        </Button>
        <Button look="risky" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden size={18} /> Delete All IPs
        </Button>
      </PageHeader>
      {visits.dataUpdatedAt > 0 && (
        <p className="tabular mt-3 mb-4 text-sm text-muted">
          Last refreshed {formatClock(visits.dataUpdatedAt, tenant.timezone)}
        </p>
      )}
      <FilterBar filters={filters} onChange={choose} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={visits}
          empty={() =>
            shown.length === 0 && (
              <EmptyState
                title={filters.traffic || filters.address ? "No visits match these filters" : "No visits yet"}
              >
                Each page that a visitor opens leaves its time and address here. They are deleted by
                themselves after the days that your company keeps them.
              </EmptyState>
            )
          }
        >
          {() => <VisitList visits={shown} timezone={tenant.timezone} onDelete={remove} />}
        </QueryBoundary>
        <MoreButton list={visits}>Show earlier visits</MoreButton>
        <ExcludedAddresses />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete All IPs"
          description="Are you sure you want to delete ALL IP addresses? This cannot be undone."
          confirm="Delete all"
          onConfirm={removeAll}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
