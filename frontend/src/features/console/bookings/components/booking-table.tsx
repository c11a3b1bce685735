import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Handshake, MousePointerClick, Store, TriangleAlert } from "lucide-react";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { formatMoment, formatMoney, formatShortMoment } from "@/lib/format";
import type { Booking } from "../api";
import { defaultSort } from "../rules/filters";
import { StatusBadge } from "./status-badge";
import { TimeLeft } from "./time-left";

interface Props {
  bookings: readonly Booking[];
  pages: TablePages;
  timezone: string;
  /** Bookings that arrived while the page was open. */
  arrived: ReadonlySet<string>;
}

export function BookingTable({ bookings, pages, timezone, arrived }: Props) {
  const { t } = useLingui();
  const columns: TableColumn<Booking>[] = [
    {
      id: "customerName",
      title: t`Customer`,
      sort: "asc",
      cell: ({ customerName, reference }) => (
        <>
          <span className="block font-semibold">{customerName}</span>
          <span className="tabular block text-xs text-muted">{reference}</span>
        </>
      ),
    },
    {
      id: "carName",
      title: t`Car`,
      sort: "asc",
      cell: (booking) => (
        <>
          <span className="block lg:wrap-normal">{booking.carName}</span>
          <Marks booking={booking} />
        </>
      ),
    },
    {
      id: "pickupAt",
      title: t`Pickup`,
      sort: "asc",
      cell: ({ pickupAt }) => (
        <span className="tabular text-slate">{formatShortMoment(pickupAt, timezone)}</span>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "returnAt",
      title: t`Return`,
      sort: "asc",
      cell: ({ returnAt, days }) => (
        <span className="tabular text-slate">
          {formatShortMoment(returnAt, timezone)}
          <span className="text-xs whitespace-nowrap text-muted before:content-['_·_'] lg:block lg:before:content-none">
            <Plural value={{ count: days }} one="# day" other="# days" />
          </span>
        </span>
      ),
      card: "line",
      isLabelled: true,
    },
    {
      id: "status",
      title: t`Status`,
      cell: ({ status, cancelsAt }) => (
        <span className="flex flex-col items-end gap-1 lg:items-start">
          <StatusBadge status={status} />
          <TimeLeft until={cancelsAt} />
        </span>
      ),
      card: "right",
    },
    {
      id: "createdAt",
      title: t`Created`,
      sort: "desc",
      cell: ({ createdAt }) => (
        <span className="tabular text-slate">{formatMoment(createdAt, timezone)}</span>
      ),
      card: "line",
      isLabelled: true,
      isOptional: true,
    },
    {
      id: "totalPrice",
      title: t`Total`,
      sort: "desc",
      cell: ({ totalPrice, currency }) => (
        <span className="font-semibold">{formatMoney(totalPrice, currency)}</span>
      ),
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={t`Bookings`}
      rows={bookings}
      columns={columns}
      rowId={({ id }) => id}
      to={({ id }) => adminPath.booking(id)}
      rowClass={({ id }) => arrived.has(id) && "bg-accent/10"}
      defaultSort={defaultSort}
      isSortedByServer
      pages={pages}
    />
  );
}

/** Where the booking came from, and whether someone should look at it. */
function Marks({ booking }: { booking: Booking }) {
  const mark = clsx("inline-flex items-center gap-1 text-xs text-muted");
  return (
    <span className="flex flex-wrap gap-x-3">
      {booking.needsReview && (
        <span className="inline-flex items-center gap-1 text-xs font-semibold text-danger lg:wrap-normal">
          <TriangleAlert aria-hidden size={13} className="shrink-0" /> <Trans>Needs review</Trans>
        </span>
      )}
      {booking.referrer && (
        <span className={mark}>
          <Handshake aria-hidden size={13} /> {booking.referrer.name}
        </span>
      )}
      {booking.channel && (
        <span className={mark}>
          <Store aria-hidden size={13} /> {booking.channel.name}
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
