import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { EmptyState } from "@/components/ui/empty-state";
import { useMe } from "@/features/console/shared/session";
import { siteConfig } from "@/lib/site-config";
import { useUrlState } from "@/lib/url-state";
import { auditLogQuery, filterReaders, isFiltered } from "./api";
import { EntryTable } from "./components/entry-table";
import { FilterBar } from "./components/filter-bar";

/** Everything that was changed. Nothing here can be changed. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const [filters, choose] = useUrlState(filterReaders);
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
              <EmptyState title={isFiltered(filters) ? t`No changes match these filters` : t`No changes yet`}>
                <Trans>
                  When someone confirms a booking, invites a colleague or pays a commission, it is listed
                  here.
                </Trans>
              </EmptyState>
            )
          }
        >
          {() => <EntryTable entries={entries} pages={log} timezone={tenant.timezone} currency={currency} />}
        </QueryBoundary>
      </div>
    </>
  );
}
