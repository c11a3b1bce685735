import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { placeName } from "@/features/console/shared/fleet";
import { formatShortMoment } from "@/lib/format";
import type { Plan } from "./api";

/** The bookings in the way of a block, each with the vehicle that it would get. */
export function MovedBookings({ bookings }: { bookings: Plan["bookings"] }) {
  const { t } = useLingui();
  if (bookings.length === 0) return null;
  const stuck = bookings.filter((each) => each.toVehicle === null).length;
  return (
    <section role="status" className="rounded-card bg-stone p-4 text-sm">
      <p className="font-semibold">
        <Plural
          value={{ count: bookings.length }}
          one="# booking uses this vehicle at that time"
          other="# bookings use this vehicle at that time"
        />
      </p>
      <ul className="mt-2 grid gap-2">
        {bookings.map((each) => (
          <li key={each.bookingId} className="grid gap-0.5">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="tabular font-semibold">{each.reference}</span>
              <span className={each.toPlate ? "" : "font-semibold text-danger"}>
                {each.toPlate ? t`moves to ${{ plate: each.toPlate }}` : t`no vehicle is free`}
              </span>
            </span>
            <span className="tabular text-slate">
              {t`${{ from: formatShortMoment(each.startsAt) }} – ${{ until: formatShortMoment(each.endsAt) }}`}
            </span>
            {each.transferFrom && (
              <span className="text-slate">{t`to be brought from ${{ place: placeName(each.transferFrom) }}`}</span>
            )}
          </li>
        ))}
      </ul>
      {stuck > 0 && (
        <p className="mt-3 font-semibold text-danger">
          <Trans>
            Some bookings have no replacement vehicle. Change their dates or car first, or choose another
            time.
          </Trans>
        </p>
      )}
    </section>
  );
}
