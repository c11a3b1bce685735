import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { adminPath } from "@/config/admin-path";
import { BlockDialog } from "@/features/console/shared/blocks/block-dialog";
import { type Vehicle, vehiclesQuery } from "@/features/console/shared/fleet";
import { useIsWide } from "@/features/console/shared/screen";
import { useMe } from "@/features/console/shared/session";
import { addDays, todayIn } from "@/lib/dates";
import { useUrlState } from "@/lib/url-state";
import { type Bar, calendarQuery } from "./api";
import { BarDialog } from "./components/bar-dialog";
import { DayList } from "./components/day-list";
import { MovedNote } from "./components/moved-note";
import { Timeline } from "./components/timeline";
import { Toolbar } from "./components/toolbar";
import { UnassignedList } from "./components/unassigned-list";
import { changeQuery } from "./dates";
import { type Movable, movableBar, type Period, readers } from "./rules";
import { useMove } from "./use-move";

// Yesterday's returns are part of today's picture.
const daysBefore = 3;

/** Which vehicle is taken for what, day by day; bookings are moved between vehicles here. */
export function Component() {
  const { t } = useLingui();
  const { tenant } = useMe();
  const today = todayIn(tenant.timezone);
  const isWide = useIsWide();
  const [chosen, choose] = useUrlState(readers);
  const from = chosen.from ?? (isWide ? addDays(today, -daysBefore) : today);
  const days = isWide ? Number(chosen.days ?? "31") : 1;
  const vehicles = useQuery(vehiclesQuery).data ?? [];
  const query = useQuery(calendarQuery({ from, days, carId: chosen.car, location: chosen.place }));
  const [opened, setOpened] = useState<{ bar?: Bar; booking: Movable | null } | null>(null);
  const mover = useMove();
  const [drawn, setDrawn] = useState<{ vehicle: Vehicle; from: string; until: string } | null>(null);
  const navigate = useNavigate();
  const here = useLocation();
  /** Opens the booking's change form, which shows the new price; saving leads back here. */
  function changeDates(bookingId: string, period: Period) {
    const to = adminPath.changeBooking(bookingId);
    const back = `${here.pathname}${here.search}`;
    void navigate(`${to}?${changeQuery(period, tenant.timezone)}`, { state: { back } });
  }
  const open = (bar: Bar) => setOpened({ bar, booking: movableBar(bar) });
  return (
    <>
      <PageHeader title={t`Calendar`} description={t`Times are in ${{ timezone: tenant.timezone }}.`} />
      <Toolbar
        vehicles={vehicles}
        from={from}
        days={days}
        isWide={isWide}
        today={today}
        chosen={chosen}
        onChange={choose}
      />
      <MovedNote mover={mover} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="h-96" />}
          empty={(calendar) =>
            calendar.vehicles.length === 0 && (
              <EmptyState title={t`No vehicles to show`}>
                {t`Add your vehicles first, or remove a filter.`}
              </EmptyState>
            )
          }
        >
          {(calendar) => (
            <>
              <UnassignedList bookings={calendar.unassigned} onOpen={(booking) => setOpened({ booking })} />
              {isWide ? (
                <Timeline
                  calendar={calendar}
                  today={today}
                  mover={mover}
                  onOpen={open}
                  onBookingDates={changeDates}
                  onDraw={(vehicle, stretch) => setDrawn({ vehicle, ...stretch })}
                />
              ) : (
                <DayList calendar={calendar} onOpen={open} />
              )}
            </>
          )}
        </QueryBoundary>
      </div>
      {opened && query.data && (
        <BarDialog
          bar={opened.bar}
          booking={opened.booking}
          calendar={query.data}
          onMove={(booking, to) => {
            setOpened(null);
            mover.move(booking, to);
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {drawn && (
        <BlockDialog
          vehicle={drawn.vehicle}
          timezone={tenant.timezone}
          period={drawn}
          onBlocked={(blockId) => mover.blocked(drawn.vehicle, blockId)}
          onClose={() => {
            setDrawn(null);
            void query.refetch();
          }}
        />
      )}
      {mover.asked && (
        <ConfirmDialog
          title={t`Assign a different car?`}
          description={t`${{ reference: mover.asked.booking.reference }} was booked as ${{ booked: mover.asked.booking.car }}; ${{ plate: mover.asked.to.plate }} is ${{ given: mover.asked.to.car }}. The price doesn't change.`}
          confirm={t`Assign`}
          onConfirm={async () => mover.accept()}
          onClose={mover.decline}
        />
      )}
    </>
  );
}
