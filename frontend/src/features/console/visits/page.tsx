import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { PageHeader } from "@/components/console/page-header";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Problem } from "@/components/ui/problem";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/features/console/shared/session";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { formatClock } from "@/lib/moments";
import { type Filters, visitsKey, visitsQuery } from "./api";
import { ExcludedAddresses } from "./components/excluded-addresses";
import { FilterBar } from "./components/filter-bar";
import { VisitList } from "./components/visit-list";

/** Visits with their addresses, newest first; looked at again every half minute. */
export function Component() {
  const { tenant } = useMe();
  const [query, setQuery] = useSearchParams();
  const traffic = query.get("traffic");
  const filters: Filters = {
    traffic: traffic === "paid" || traffic === "other" ? traffic : "",
    address: query.get("address") ?? "",
  };
  const visits = useInfiniteQuery(visitsQuery(filters));
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const shown = visits.data?.pages.flatMap((page) => page.visits) ?? [];

  async function remove(run: () => Promise<unknown>) {
    try {
      await run();
    } catch (error) {
      toast({
        title: "Failed to delete IP visits",
        description: sentenceOf(error),
        kind: "destructive",
      });
    }
    await client.invalidateQueries({ queryKey: visitsKey });
  }

  async function removeAll() {
    const { deleted } = await bodyOf(api.DELETE("/api/ip/visits"));
    toast({ title: deleted === 1 ? "One visit is deleted" : `${deleted} visits are deleted` });
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
      <FilterBar
        filters={filters}
        onChange={(name, value) =>
          setQuery(
            (now) => {
              const next = new URLSearchParams(now);
              if (value) next.set(name, value);
              else next.delete(name);
              return next;
            },
            { replace: true },
          )
        }
      />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        {visits.isError && <Problem error={visits.error} onRetry={() => visits.refetch()} />}
        {visits.isPending && (
          <div role="status" aria-label="Loading" className="h-64 animate-pulse rounded-card bg-stone" />
        )}
        {visits.isSuccess && shown.length === 0 && (
          <EmptyState title={filters.traffic || filters.address ? "No visit is like that" : "No visits yet"}>
            Each page that a visitor opens leaves its time and address here. They are deleted by themselves
            after the days that your company keeps them.
          </EmptyState>
        )}
        {shown.length > 0 && (
          <VisitList
            visits={shown}
            timezone={tenant.timezone}
            onDelete={(visit) =>
              remove(() =>
                api.DELETE("/api/ip/visits/{visit_id}", { params: { path: { visit_id: visit.id } } }),
              )
            }
          />
        )}
        {visits.hasNextPage && (
          <Button
            look="quiet"
            className="justify-self-center"
            disabled={visits.isFetchingNextPage}
            onClick={() => visits.fetchNextPage()}
          >
            {visits.isFetchingNextPage ? "Loading…" : "Show earlier visits"}
          </Button>
        )}
        <ExcludedAddresses />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete All IPs"
          description="Are you sure you want to delete ALL IP addresses? This cannot be undone."
          confirm="Delete all"
          onConfirm={() => remove(removeAll)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
