import { Trans, useLingui } from "@lingui/react/macro";
import { hoursOn, placeOf } from "@/features/site/shared/after/places";
import { TripLinks } from "@/features/site/shared/after/trip-links";
import { formatDays, formatShortMoment, formatZone } from "@/lib/format";
import type { OwnBooking } from "../api";
import { rentalOf } from "../rules/rental";
import { Section } from "./section";

/** Where and when, and the way there. */
export function TripSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const { pickupDate, returnDate } = rentalOf(booking);
  const zone = formatZone(booking.pickupAt);
  return (
    <Section title={t`Your trip, ${{ days: formatDays(booking.days) }}`}>
      <dl className="mb-5 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Stop name={t`Pickup`} code={booking.pickupLocation} at={booking.pickupAt} day={pickupDate} />
        <Stop
          name={t({ message: "Return", context: "of a car" })}
          code={booking.dropoffLocation}
          at={booking.returnAt}
          day={returnDate}
        />
      </dl>
      <p className="mb-5 text-sm text-muted">
        <Trans>All times: {zone}</Trans>
      </p>
      {booking.status !== "cancelled" && <TripLinks trip={{ ...booking, car: booking.carName }} />}
    </Section>
  );
}

function Stop({ name, code, at, day }: { name: string; code: string; at: string; day: string }) {
  const { t } = useLingui();
  const place = placeOf(code);
  const hours = place && hoursOn(place, day);
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="tabular block font-semibold">{formatShortMoment(at)}</span>
        <span className="block">{place?.name ?? code}</span>
        {place?.address && <span className="block text-sm text-slate">{place.address}</span>}
        {hours && <span className="tabular block text-sm text-slate">{t`Open ${hours}`}</span>}
      </dd>
    </div>
  );
}
