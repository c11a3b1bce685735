import { Plural, Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Handshake, MousePointerClick, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { DataList } from "@/components/console/data-list";
import { adminPath } from "@/config/admin-path";
import { formatMoney, formatShortMoment } from "@/lib/format";
import type { Booking } from "../api";
import { StatusBadge } from "./status-badge";
import { TimeLeft } from "./time-left";

interface Props {
  bookings: readonly Booking[];
  timezone: string;
  /** Bookings that arrived while the page was open. */
  arrived: ReadonlySet<string>;
}

/** A table on wide screens, cards on phones: the same rows. */
export function BookingTable({ bookings, timezone, arrived }: Props) {
  return (
    <DataList>
      {bookings.map((booking) => (
        <li
          key={booking.id}
          className={clsx(
            "transition-colors duration-200 has-[a:hover]:bg-stone/60",
            arrived.has(booking.id) && "bg-accent/10",
          )}
        >
          <Link
            to={adminPath.booking(booking.id)}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3 lg:grid-cols-[minmax(11rem,1.3fr)_minmax(9rem,1fr)_minmax(13rem,1.4fr)_9rem_6.5rem]"
          >
            <Customer booking={booking} />
            <span className="order-3 min-w-0 text-sm lg:order-none">
              <span className="block truncate">{booking.carName}</span>
              <Marks booking={booking} />
            </span>
            <span className="tabular order-5 col-span-2 text-sm text-slate lg:order-none lg:col-span-1">
              <span className="lg:block">{formatShortMoment(booking.pickupAt, timezone)}</span>
              <span className="text-muted before:content-['_·_'] lg:block lg:before:content-none">
                <Trans>
                  <Plural value={{ count: booking.days }} one="# day" other="# days" />, until{" "}
                  {{ returnAt: formatShortMoment(booking.returnAt, timezone) }}
                </Trans>
              </span>
            </span>
            <span className="order-4 flex flex-col items-end gap-1 text-right lg:order-none lg:items-start lg:text-left">
              <StatusBadge status={booking.status} />
              <TimeLeft until={booking.cancelsAt} />
            </span>
            <span className="tabular order-2 text-right font-semibold lg:order-none">
              {formatMoney(booking.totalPrice, booking.currency)}
            </span>
          </Link>
        </li>
      ))}
    </DataList>
  );
}

function Customer({ booking }: { booking: Booking }) {
  return (
    <span className="order-1 min-w-0 lg:order-none">
      <span className="block font-semibold break-words lg:truncate">{booking.customerName}</span>
      <span className="tabular block text-xs text-muted">{booking.reference}</span>
    </span>
  );
}

/** Where the booking came from, and whether someone should look at it. */
function Marks({ booking }: { booking: Booking }) {
  const mark = clsx("inline-flex items-center gap-1 text-xs text-muted");
  return (
    <span className="flex flex-wrap gap-x-3">
      {booking.needsReview && (
        <span className="inline-flex items-center gap-1 text-xs font-semibold text-danger">
          <TriangleAlert aria-hidden size={13} /> <Trans>Needs review</Trans>
        </span>
      )}
      {booking.referrer && (
        <span className={mark}>
          <Handshake aria-hidden size={13} /> {booking.referrer.name}
        </span>
      )}
      {booking.hasClickId && (
        <span className={mark}>
          <MousePointerClick aria-hidden size={13} /> <Trans>Paid click</Trans>
        </span>
      )}
    </span>
  );
}
