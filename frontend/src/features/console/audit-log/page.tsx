import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { DataList, MoreButton } from "@/components/console/data-list";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { EmptyState } from "@/components/ui/empty-state";
import { useMe } from "@/features/console/shared/session";
import { useAddressState } from "@/lib/address-state";
import { siteConfig } from "@/lib/site-config";
import { auditLogQuery, filterReaders } from "./api";
import { EntryRow } from "./components/entry-row";
import { FilterBar } from "./components/filter-bar";
import { byDay } from "./rules/days";

/** Everything that was changed, newest first. Nothing here can be changed. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [filters, choose] = useAddressState(filterReaders);
  const isFiltered = Object.values(filters).some(Boolean);
  const log = useInfiniteQuery(auditLogQuery(filters));
  const currency = log.data?.pages[0]?.currency ?? siteConfig().tenant.currency;
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];

  return (
    <>
      <PageHeader
        title={t`Audit log`}
        description={t`All changes, who made them and from where. Times are in ${{ timezone: tenant.timezone }}.`}
      />
      <FilterBar filters={filters} onChange={choose} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={log}
          empty={() =>
            entries.length === 0 && (
              <EmptyState title={isFiltered ? t`No changes match these filters` : t`No changes yet`}>
                <Trans>
                  When someone confirms a booking, invites a colleague or pays a commission, it is listed
                  here.
                </Trans>
              </EmptyState>
            )
          }
        >
          {() => (
            <div className="grid gap-6">
              {byDay(entries, tenant.timezone).map((day) => (
                <section key={day.name}>
                  <h2 className="mb-2 text-sm font-semibold text-slate">{day.name}</h2>
                  <DataList>
                    {day.entries.map((entry) => (
                      <EntryRow key={entry.id} entry={entry} timezone={tenant.timezone} currency={currency} />
                    ))}
                  </DataList>
                </section>
              ))}
            </div>
          )}
        </QueryBoundary>
        <MoreButton list={log}>
          <Trans>Show earlier changes</Trans>
        </MoreButton>
      </div>
    </>
  );
}
