import { EmptyState } from "@/components/ui/empty-state";
import type { PayableOn, ReferredBooking } from "@/features/partners/shared/api";
import {
  type CommissionStatus,
  payableWords,
  statusNote,
  statusWords,
} from "@/features/partners/shared/words";
import { formatMoney } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { placeName } from "../places";

const looks: Record<CommissionStatus, string> = {
  paid: "bg-pine text-on-pine",
  unpaid: "bg-sky text-ink",
  pending: "bg-stone text-slate",
  held: "bg-stone text-ink",
  refused: "border border-danger text-danger",
  cancelled: "border border-line text-muted",
  none: "border border-line text-muted",
};

interface Props {
  bookings: readonly ReferredBooking[];
  /** How many there are in all. */
  count: number;
  currency: string;
  payableOn: PayableOn;
}

/** Referred bookings, newest first: a table on wide screens, cards on phones. */
export function BookingsTable({ bookings, count, currency, payableOn }: Props) {
  const { tenant } = siteConfig();
  const day = (moment: string) =>
    new Intl.DateTimeFormat(tenant.locale, { dateStyle: "medium", timeZone: tenant.timezone }).format(
      new Date(moment),
    );
  const whole = (number: number) => number.toLocaleString(tenant.locale);
  return (
    <section aria-labelledby="bookings" className="mt-10">
      <h2 id="bookings" className="text-xl font-bold">
        Your bookings
      </h2>
      {bookings.length < count && (
        <p className="mt-1 text-slate">
          The newest {whole(bookings.length)} of {whole(count)} bookings; the CSV has all.
        </p>
      )}
      <div className="mt-4">
        {bookings.length === 0 ? (
          <EmptyState title="No bookings yet">
            Share your link or your code. Every booking made with it appears here with its commission, which
            becomes payable {payableWords[payableOn]}.
          </EmptyState>
        ) : (
          <table className="w-full overflow-hidden rounded-3xl bg-white text-left shadow-card max-md:block">
            <thead className="bg-stone text-sm text-slate max-md:sr-only">
              <tr>
                {["Date", "Booking ID", "Car", "Route"].map((name) => (
                  <th key={name} scope="col" className="px-4 py-3 font-semibold">
                    {name}
                  </th>
                ))}
                {["Total price", "Commission"].map((name) => (
                  <th key={name} scope="col" className="px-4 py-3 text-right font-semibold">
                    {name}
                  </th>
                ))}
                <th scope="col" className="px-4 py-3 font-semibold">
                  Status
                </th>
              </tr>
            </thead>
            <tbody className="max-md:block">
              {bookings.map((booking) => (
                <tr
                  key={booking.bookingId}
                  className="border-t border-line max-md:grid max-md:grid-cols-2 max-md:gap-y-1 max-md:p-4 md:[&>td]:px-4 md:[&>td]:py-3"
                >
                  <td className="whitespace-nowrap max-md:text-sm max-md:text-muted">
                    {day(booking.bookingTimestamp)}
                  </td>
                  <td className="tabular whitespace-nowrap font-medium max-md:text-right">
                    {booking.reference}
                  </td>
                  <td className="font-semibold md:font-normal">{booking.carType}</td>
                  <td className="max-md:text-right max-md:text-sm lg:whitespace-nowrap">
                    {placeName(booking.pickupLocation)} → {placeName(booking.dropoffLocation)}
                  </td>
                  <td className="tabular md:text-right">{formatMoney(booking.bookingPrice, currency)}</td>
                  <td className="tabular text-right font-bold">
                    <span className="font-normal text-muted text-sm md:hidden">Commission </span>
                    {formatMoney(booking.commissionAmount, currency)}
                  </td>
                  <td className="max-md:col-span-2 max-md:pt-1">
                    <span
                      title={statusNote(booking, payableOn, day)}
                      className={`inline-block whitespace-nowrap rounded-full px-3 py-1 text-sm font-semibold ${looks[booking.commissionStatus]}`}
                    >
                      {statusWords[booking.commissionStatus]}
                    </span>
                    {booking.commissionStatus !== "paid" && booking.commissionStatus !== "unpaid" && (
                      <span className="mt-1 block max-w-56 text-xs break-words text-muted max-md:max-w-none">
                        {statusNote(booking, payableOn, day)}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
