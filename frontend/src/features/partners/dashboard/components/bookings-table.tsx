import { Plural, Select, Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { EmptyState } from "@/components/ui/empty-state";
import type { PayableOn, ReferredBooking } from "@/features/partners/shared/api";
import { type CommissionStatus, statusNote, statusWords } from "@/features/partners/shared/words";
import { formatMomentDay, formatMoney, formatNumber } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

const badge = "inline-block whitespace-nowrap rounded-full px-3 py-1 text-sm font-semibold";
const badgeColors = {
  paid: "bg-pine text-on-pine",
  unpaid: "bg-sky text-ink",
  pending: "bg-stone text-slate",
  held: "bg-stone text-ink",
  refused: "border border-danger text-danger",
  cancelled: "border border-line text-muted",
  none: "border border-line text-muted",
} satisfies Record<CommissionStatus, string>;

interface Props {
  bookings: readonly ReferredBooking[];
  /** How many there are in all. */
  count: number;
  currency: string;
  payableOn: PayableOn;
}

/** Referred bookings, newest first: a table on wide screens, cards on phones. */
export function BookingsTable({ bookings, count, currency, payableOn }: Props) {
  const { t } = useLingui();
  const shown = formatNumber(bookings.length);
  const columns = [t`Date`, t`Booking ID`, t`Car`, t`Route`];
  const amounts = [t`Total price`, t`Commission`];
  return (
    <section aria-labelledby="bookings" className="mt-10">
      <h2 id="bookings" className="text-xl font-bold">
        <Trans>Your bookings</Trans>
      </h2>
      {bookings.length < count && (
        <p className="mt-1 text-slate">
          <Trans>
            The newest {shown} of <Plural value={count} one="# booking" other="# bookings" />; the CSV has
            all.
          </Trans>
        </p>
      )}
      <div className="mt-4">
        {bookings.length === 0 ? (
          <EmptyState title={t`No bookings yet`}>
            <Trans>
              Share your link or your code. Every booking made with it appears here with its commission,{" "}
              <Select
                value={payableOn}
                _booking="which becomes payable with the booking."
                _confirmation="which becomes payable when the company confirms the booking."
                other="which becomes payable when the rental is completed."
              />
            </Trans>
          </EmptyState>
        ) : (
          <table className="w-full overflow-hidden rounded-3xl bg-panel text-left shadow-card max-md:block">
            <thead className="bg-stone text-sm text-slate max-md:sr-only">
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" className="px-4 py-3 font-semibold">
                    {name}
                  </th>
                ))}
                {amounts.map((name) => (
                  <th key={name} scope="col" className="px-4 py-3 text-right font-semibold">
                    {name}
                  </th>
                ))}
                <th scope="col" className="px-4 py-3 font-semibold">
                  <Trans>Status</Trans>
                </th>
              </tr>
            </thead>
            <tbody className="max-md:block">
              {bookings.map((booking) => (
                <BookingRow key={booking.bookingId} {...{ booking, currency, payableOn }} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  booking: ReferredBooking;
  currency: string;
  payableOn: PayableOn;
}

function BookingRow({ booking, currency, payableOn }: RowProps) {
  const { t } = useLingui();
  const note = statusNote(booking, payableOn, formatMomentDay);
  const { commissionStatus: status } = booking;
  return (
    <tr className="border-t border-line max-md:grid max-md:grid-cols-2 max-md:gap-y-1 max-md:p-4 md:[&>td]:px-4 md:[&>td]:py-3">
      <td className="whitespace-nowrap max-md:text-sm max-md:text-muted">
        {formatMomentDay(booking.bookingTimestamp)}
      </td>
      <td className="tabular whitespace-nowrap font-medium max-md:text-right">{booking.reference}</td>
      <td className="font-semibold md:font-normal">{booking.carType}</td>
      <td className="max-md:text-right max-md:text-sm lg:whitespace-nowrap">
        {placeName(booking.pickupLocation)} → {placeName(booking.dropoffLocation)}
      </td>
      <td className="tabular md:text-right">{formatMoney(booking.bookingPrice, currency)}</td>
      <td className="tabular text-right font-bold">
        <span className="mr-1 font-normal text-muted text-sm md:hidden">
          <Trans>Commission</Trans>
        </span>
        {formatMoney(booking.commissionAmount, currency)}
      </td>
      <td className="max-md:col-span-2 max-md:pt-1">
        <span title={note} className={clsx(badge, badgeColors[status])}>
          {t(statusWords[status])}
        </span>
        {status !== "paid" && status !== "unpaid" && (
          <span className="mt-1 block max-w-56 text-xs break-words text-muted max-md:max-w-none">{note}</span>
        )}
      </td>
    </tr>
  );
}

/** A location as people call it; a code that is no longer offered stays as it is. */
function placeName(code: string): string {
  return siteConfig().locations.find((place) => place.code === code)?.name ?? code;
}
