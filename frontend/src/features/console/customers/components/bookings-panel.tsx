import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { statusName } from "@/features/console/shared/statuses";
import { formatMomentDay, formatMoney } from "@/lib/format";
import type { CustomerBooking } from "../api";

const shownAtFirst = 8;

/** Everything that a customer booked, the newest first. */
export function BookingsPanel({ bookings }: { bookings: readonly CustomerBooking[] }) {
  const { t } = useLingui();
  const columns: TableColumn<CustomerBooking>[] = [
    {
      id: "car",
      title: t`Car`,
      sort: "asc",
      value: ({ car }) => car,
      cell: ({ car, reference }) => (
        <>
          <b className="font-semibold">{car}</b>
          <span className="tabular block text-xs text-muted">{reference}</span>
        </>
      ),
    },
    {
      id: "pickup",
      title: t`Pickup`,
      sort: "desc",
      value: ({ pickupAt }) => pickupAt,
      cell: ({ pickupAt, returnAt }) => (
        <span className="tabular text-slate">
          {formatMomentDay(pickupAt)} – {formatMomentDay(returnAt)}
        </span>
      ),
    },
    {
      id: "status",
      title: t`Status`,
      card: "right",
      cell: ({ noShow, status }) => (
        <Badge look={noShow ? "warning" : status === "active" ? "good" : "plain"}>
          {noShow ? t`No-show` : statusName(status)}
        </Badge>
      ),
    },
    {
      id: "total",
      title: t`Total`,
      sort: "desc",
      value: ({ totalPrice }) => totalPrice,
      cell: ({ totalPrice, currency }) => <b>{formatMoney(totalPrice, currency)}</b>,
      align: "end",
      card: "right",
    },
  ];
  return (
    <Panel title={t`Bookings`}>
      {bookings.length === 0 ? (
        <p className="text-sm text-muted">{t`No bookings any more.`}</p>
      ) : (
        <DataTable
          label={t`Bookings`}
          name="bookings"
          rows={bookings}
          columns={columns}
          rowId={({ bookingId }) => bookingId}
          to={({ bookingId }) => adminPath.booking(bookingId)}
          {...(bookings.some(({ documents }) => documents > 0) && { actions: documentsLink })}
          shownAtFirst={shownAtFirst}
          isShort
        />
      )}
    </Panel>
  );
}

function documentsLink({ bookingId, documents }: CustomerBooking) {
  return (
    documents > 0 && (
      <Link
        to={`${adminPath.booking(bookingId)}#documents`}
        className="inline-flex min-h-11 items-center gap-1 text-sm text-pine underline underline-offset-4"
      >
        <Paperclip aria-hidden size={16} />
        {plural(documents, { one: "# document", other: "# documents" })}
      </Link>
    )
  );
}
