import { Trans, useLingui } from "@lingui/react/macro";
import { type UIEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Vehicle } from "@/features/console/shared/fleet";
import type { Bar, Calendar } from "../api";
import { freeStretch, type Part, shiftedPeriod } from "../dates";
import { byVehicleId, daysFrom, movableBar, neighbour, type Period, position, rowsInSight } from "../rules";
import type { Mover } from "../use-move";
import { TimelineHead } from "./timeline-head";
import { type RowActions, TimelineRow } from "./timeline-row";

const rowHeight = 48;
const headHeight = 56;
/** With at least this many vehicles, only visible rows are rendered. */
const maxDrawn = 60;
const noBars: readonly Bar[] = [];

interface Props {
  calendar: Calendar;
  today: string;
  mover: Mover;
  onOpen: (bar: Bar) => void;
  /** Other days of a booking have another price: someone decides about it. */
  onBookingDates: (bookingId: string, period: Period) => void;
  /** Someone drew over days on which the vehicle is free. */
  onDraw: (vehicle: Vehicle, stretch: { from: string; until: string }) => void;
}

/** Vehicles by day: a row each, bars for bookings and blocks, a line for now. */
export function Timeline({ calendar, today, mover, onOpen, onBookingDates, onDraw }: Props) {
  const { t } = useLingui();
  const { vehicles, bars, firstDay, lastDay, timezone } = calendar;
  const count = position(`${lastDay}T12:00:00Z`, firstDay, "UTC") + 0.5;
  const days = useMemo(() => daysFrom(firstDay, count), [firstDay, count]);
  const byVehicle = useMemo(() => byVehicleId(bars), [bars]);
  const [sight, setSight] = useState(() => rowsInSight(0, 900, rowHeight, vehicles.length));
  const focused = useRef<string | null>(null);
  // A bar that was moved by the keyboard is drawn again in another row: the focus goes along.
  useEffect(() => {
    if (!bars.length || !focused.current || document.activeElement !== document.body) return;
    document.getElementById(`bar-${focused.current}`)?.focus();
  }, [bars]);

  const period = useMemo(
    () => ({ first: firstDay, days: count, timeZone: timezone }),
    [firstDay, count, timezone],
  );
  const now = position(Date.now(), firstDay, timezone) / count;
  const { from, to } = vehicles.length > maxDrawn ? sight : { from: 0, to: vehicles.length };
  function look({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) {
    const seen = rowsInSight(scrollTop, clientHeight, rowHeight, vehicles.length);
    setSight((before) => (before.from === seen.from && before.to === seen.to ? before : seen));
  }

  function step(bar: Bar, direction: -1 | 1) {
    const booking = movableBar(bar);
    const to = booking && neighbour(booking, direction, vehicles, bars);
    focused.current = bar.id;
    if (booking && to) mover.move(booking, to);
  }
  function changeDates(
    bar: Bar,
    part: Part,
    by: number,
    onto = vehicles.find(({ id }) => id === bar.vehicleId),
  ) {
    const other = shiftedPeriod(bar, part, by, timezone);
    if (!other || !onto) return;
    if (bar.bookingId) onBookingDates(bar.bookingId, other);
    else mover.moveBlock(bar, onto, other);
  }
  function drop(barId: string, onto: Vehicle, by: number) {
    const bar = bars.find((each) => each.id === barId);
    if (!bar) return;
    const booking = movableBar(bar);
    // To another vehicle a booking goes with the days that it has.
    if (booking && onto.id !== bar.vehicleId) mover.move(booking, onto);
    else if (by !== 0 || onto.id !== bar.vehicleId) changeDates(bar, "all", by, onto);
  }
  function draw(vehicle: Vehicle, since: number, until: number) {
    onDraw(vehicle, freeStretch(since, until, byVehicle.get(vehicle.id) ?? [], period));
  }
  // Rows are drawn again when what they show changes, and not with every step of the page around them.
  const latest = { open: onOpen, step, drop, dates: changeDates, draw };
  const actions = useRef<RowActions>(latest);
  useLayoutEffect(() => {
    actions.current = latest;
  });

  return (
    <section aria-label={t`Vehicles by day`} className="rounded-card border border-line bg-panel">
      <div className="max-h-[calc(100dvh-14rem)] min-h-80 overflow-auto rounded-card" onScroll={look}>
        <div className="relative" style={{ minWidth: `${11 + count * (count > 40 ? 1 : 2.25)}rem` }}>
          <TimelineHead days={days} today={today} />
          <ul className="relative" style={{ height: vehicles.length * rowHeight, marginTop: 0 }}>
            <li aria-hidden className="pointer-events-none absolute inset-y-0 right-0 left-44">
              <span
                className="absolute inset-0"
                style={{
                  backgroundImage: "linear-gradient(to right, var(--line) 1px, transparent 1px)",
                  backgroundSize: `calc(100% / ${count}) 100%`,
                }}
              />
              {now >= 0 && now <= 1 && (
                <span
                  className="absolute inset-y-0 z-10 w-0.5 bg-accent"
                  style={{ left: `${now * 100}%`, minHeight: headHeight }}
                />
              )}
            </li>
            {vehicles.slice(from, to).map((vehicle, index) => (
              <TimelineRow
                key={vehicle.id}
                vehicle={vehicle}
                bars={byVehicle.get(vehicle.id) ?? noBars}
                period={period}
                top={(from + index) * rowHeight}
                height={rowHeight}
                actions={actions}
              />
            ))}
          </ul>
        </div>
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-slate">
        <Trans>
          Dashed: pending. Light: confirmed. Dark: on the road. Sand: completed. Striped: blocked. Drag a
          booking to another vehicle, or press Alt with the up or down arrow. Drag it or its ends to change
          the dates, or press Alt with the left or right arrow; add Shift to move only the end. Drag over
          empty days to block the vehicle.
        </Trans>
      </p>
    </section>
  );
}
