import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScanSearch } from "lucide-react";
import { useCallback } from "react";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { useMay } from "@/features/console/shared/session";
import { useUrlState } from "@/lib/url-state";
import { customersQuery } from "./api";
import { CustomerList } from "./components/customer-list";
import { FilterBar } from "./components/filter-bar";
import { ProposalsPanel } from "./components/proposals-panel";
import { asQuery, type Filters, filterReaders } from "./rules/filters";

/** Everyone who booked, those who booked last first unless sorted otherwise. */
export function Component() {
  const { t } = useLingui();
  const may = useMay();
  const [filters, choose] = useUrlState(filterReaders);
  const list = useInfiniteQuery(customersQuery(filters));
  const first = list.data?.pages[0];
  const customers = list.data?.pages.flatMap((page) => page.customers) ?? [];
  const query = asQuery(filters);
  const { sort: _, ...filtered } = query;
  const isFiltered = Object.keys(filtered).length > 0;
  // Typing is one step of the history, not one for each pause.
  const filter = useCallback(
    (changes: Partial<Record<keyof Filters, string>>) => choose(changes, { replace: "search" in changes }),
    [choose],
  );
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));

  return (
    <>
      <PageHeader title={t`Customers`} description={t`Everyone who booked.`}>
        {may("personal_data") && (
          <Link className={buttonClass("quiet")} to={paths.admin.customersByEmail}>
            <ScanSearch aria-hidden size={18} /> <Trans>Copies and erasure</Trans>
          </Link>
        )}
        {/* A file of customers leaves the console: that takes a right of its own. */}
        {may("exports") && (
          <a
            className={buttonClass("quiet")}
            href={`/api/admin/customers/export.csv?${asked.toString()}`}
            download
          >
            <Download aria-hidden size={18} /> <Trans>Download CSV</Trans>
          </a>
        )}
      </PageHeader>
      {may("manage_customers") && !isFiltered && <ProposalsPanel />}
      <FilterBar filters={filters} languages={first?.languages ?? []} onChange={filter} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={list}
          skeleton={<Skeleton className="h-80" />}
          empty={() =>
            customers.length === 0 && (
              <EmptyState title={isFiltered ? t`No customers match these filters` : t`No customers yet`}>
                {isFiltered
                  ? t`Try fewer words, or remove a filter.`
                  : t`Customers appear here shortly after they book.`}
              </EmptyState>
            )
          }
        >
          {() => <CustomerList customers={customers} pages={list} currency={first?.currency} />}
        </QueryBoundary>
      </div>
    </>
  );
}
