import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Problem } from "@/components/ui/problem";
import { useMe } from "@/features/console/shared/session";
import { siteConfig } from "@/lib/site-config";
import { auditLogQuery, type Filters, filtersFrom } from "./api";
import { EntryRow } from "./components/entry-row";
import { FilterBar } from "./components/filter-bar";
import { byDay } from "./rules/days";

/** Everything that was changed, newest first. Nothing here can be changed. */
export function Component() {
  const { tenant } = useMe();
  const [address, setAddress] = useSearchParams();
  const filters = filtersFrom(address);
  const log = useInfiniteQuery(auditLogQuery(filters));
  const currency = log.data?.pages[0]?.currency ?? siteConfig().tenant.currency;
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];

  function choose(name: keyof Filters, value: string) {
    setAddress((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  }

  return (
    <>
      <PageHeader
        title="Audit log"
        description={`Every change that was made here, by whom and from where. Times are those of ${tenant.timezone}.`}
      />
      <FilterBar filters={filters} onChange={choose} onClear={() => setAddress({})} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        {log.isError && <Problem error={log.error} onRetry={() => log.refetch()} />}
        {log.isPending && (
          <div role="status" aria-label="Loading" className="h-64 animate-pulse rounded-card bg-stone" />
        )}
        {log.isSuccess && entries.length === 0 && (
          <EmptyState title={address.size > 0 ? "Nothing was changed like that" : "Nothing was changed yet"}>
            When somebody confirms a booking, invites a colleague or pays a commission, it stands here.
          </EmptyState>
        )}
        {entries.length > 0 && (
          <div className="grid gap-6">
            {byDay(entries, tenant.timezone).map((day) => (
              <section key={day.name}>
                <h2 className="mb-2 text-sm font-semibold text-slate">{day.name}</h2>
                <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-panel">
                  {day.entries.map((entry) => (
                    <EntryRow key={entry.id} entry={entry} timezone={tenant.timezone} currency={currency} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
        {log.hasNextPage && (
          <Button
            look="quiet"
            className="justify-self-center"
            disabled={log.isFetchingNextPage}
            onClick={() => log.fetchNextPage()}
          >
            {log.isFetchingNextPage ? "Loading…" : "Show earlier changes"}
          </Button>
        )}
      </div>
    </>
  );
}
