import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCallback, useRef } from "react";
import { useSearchParams } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMe } from "@/features/console/shared/session";
import { ApiError } from "@/lib/errors";

import { type Booking, bookingsQuery } from "./api";
import { BookingTable } from "./components/booking-table";
import { FilterBar } from "./components/filter-bar";
import { StatusTabs } from "./components/status-tabs";
import { asQuery, countSet, type Filters, filtersFrom } from "./rules/filters";

/** The bookings desk: what came in, newest first, arriving by itself. */
export function Component() {
  const { tenant } = useMe();
  const [address, setAddress] = useSearchParams();
  const filters = filtersFrom(address);
  const list = useInfiniteQuery(bookingsQuery(filters));
  const bookings = list.data?.pages.flatMap((page) => page.bookings) ?? [];
  const pending = list.data?.pages[0]?.pendingCount;
  const arrived = useArrivals(JSON.stringify(asQuery(filters)), list.isPlaceholderData ? [] : bookings);
  const filtered = countSet(filters) > 0 || filters.search !== "";

  const choose = useCallback(
    (name: keyof Filters, value: string) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: name === "search" },
      ),
    [setAddress],
  );

  return (
    <>
      <PageHeader title="Bookings" description={`Times are those of ${tenant.timezone}.`}>
        <a
          className={buttonClass("quiet")}
          href={`/api/admin/bookings/export.csv?${new URLSearchParams(asQuery(filters))}`}
          download
        >
          <Download aria-hidden size={18} /> Download CSV
        </a>
      </PageHeader>
      <StatusTabs chosen={filters.status} pending={pending} onChoose={(status) => choose("status", status)} />
      <FilterBar filters={filters} onChange={choose} />
      {list.isError && (
        <p role="alert" className="mt-4 rounded-card border border-danger bg-panel p-4">
          {(list.error instanceof ApiError && list.error.sentence) ||
            "The bookings cannot be reached just now."}{" "}
          This page tries again every five seconds.
        </p>
      )}
      {list.isPending && <Skeleton />}
      {list.isSuccess && bookings.length === 0 && (
        <div className="mt-4">
          <EmptyState title={filtered ? "No booking matches" : "No bookings yet"}>
            {filtered
              ? "Try fewer words, or take a filter away."
              : "A booking from your site appears here within seconds, with a message to your company's address."}
          </EmptyState>
        </div>
      )}
      {bookings.length > 0 && (
        <BookingTable bookings={bookings} timezone={tenant.timezone} arrived={arrived} />
      )}
      {list.hasNextPage && (
        <Button
          look="quiet"
          className="mx-auto mt-4 flex"
          disabled={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          Show older bookings
        </Button>
      )}
    </>
  );
}

function Skeleton() {
  return (
    <div role="status" aria-label="Loading" className="mt-4 grid gap-px overflow-hidden rounded-card">
      {["a", "b", "c", "d", "e"].map((key) => (
        <div key={key} className="h-16 animate-pulse bg-stone" />
      ))}
    </div>
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
