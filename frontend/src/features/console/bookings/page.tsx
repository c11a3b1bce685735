import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { useCallback, useRef } from "react";
import { Link } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/config/paths";
import { useMay, useMe } from "@/features/console/shared/session";
import { useUrlState } from "@/lib/url-state";
import { type Booking, bookingsQuery } from "./api";
import { BookingTable } from "./components/booking-table";
import { FilterBar } from "./components/filter-bar";
import { StatusTabs } from "./components/status-tabs";
import { asQuery, defaultSort, type Filters, filterReaders, isFiltered } from "./rules/filters";

/** Bookings, newest first unless sorted otherwise; polled for new ones. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const may = useMay();
  const [filters, choose] = useUrlState(filterReaders);
  const list = useInfiniteQuery(bookingsQuery(filters));
  const bookings = list.data?.pages.flatMap((page) => page.bookings) ?? [];
  const pending = list.data?.pages[0]?.pendingCount;
  const isNewestFirst = (filters.sort ?? defaultSort) === defaultSort;
  const arrived = useArrivals(
    JSON.stringify(asQuery(filters)),
    isNewestFirst && !list.isPlaceholderData ? bookings : [],
  );
  // Typing is one step of the history, not one for each pause.
  const filter = useCallback(
    (changes: Partial<Record<keyof Filters, string>>) => choose(changes, { replace: "search" in changes }),
    [choose],
  );

  return (
    <>
      <PageHeader title={t`Bookings`} description={t`Times are in ${{ timezone: tenant.timezone }}.`}>
        {/* A file of customers leaves the console: that takes a right of its own. */}
        {may("exports") && (
          <a
            className={buttonClass("quiet")}
            href={`/api/admin/bookings/export.csv?${new URLSearchParams(asQuery(filters))}`}
            download
          >
            <Download aria-hidden size={18} /> <Trans>Download CSV</Trans>
          </a>
        )}
        <WithAccess>
          <Link className={buttonClass()} to={paths.admin.newBooking}>
            <Plus aria-hidden size={18} /> <Trans>New booking</Trans>
          </Link>
        </WithAccess>
      </PageHeader>
      <StatusTabs chosen={filters.status} pending={pending} onChoose={(status) => choose({ status })} />
      <FilterBar filters={filters} onChange={filter} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={list}
          note={t`We'll try again every 5 seconds.`}
          skeleton={<Skeleton className="h-80" />}
          empty={() =>
            bookings.length === 0 && (
              <EmptyState
                title={isFiltered(filters) ? t`No bookings match these filters` : t`No bookings yet`}
              >
                {isFiltered(filters)
                  ? t`Try fewer words, or remove a filter.`
                  : t`Bookings from your site appear here within seconds, and your company gets an email.`}
              </EmptyState>
            )
          }
        >
          {() => (
            <BookingTable bookings={bookings} pages={list} timezone={tenant.timezone} arrived={arrived} />
          )}
        </QueryBoundary>
      </div>
    </>
  );
}

/** Ids of bookings newer than all that were there when this view was opened. */
function useArrivals(view: string, bookings: readonly Booking[]): ReadonlySet<string> {
  const first = useRef<{ view: string; newest: string } | null>(null);
  const newest = bookings[0]?.createdAt;
  if (newest && first.current?.view !== view) first.current = { view, newest };
  const since = first.current?.newest;
  return new Set(since ? bookings.filter((each) => each.createdAt > since).map((each) => each.id) : []);
}
