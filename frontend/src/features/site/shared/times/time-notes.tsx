import { Trans } from "@lingui/react/macro";
import { outOfHoursFees } from "@/features/site/shared/pricing/opening-hours";
import { usePrice } from "@/lib/currency";
import { siteConfig } from "@/lib/site-config";
import { extraDayNote } from "./extra-day";

interface Trip {
  pickupLocation: string;
  dropoffLocation: string;
  pickupDate: string;
  pickupTime: string;
  returnDate: string;
  returnTime: string;
}

/** Surcharges of the chosen times beside the daily rate; renders nothing when there are none. */
export function TimeNotes({ trip }: { trip: Trip }) {
  const price = usePrice();
  const { locations, rental } = siteConfig();
  const { pickup, dropoff } = outOfHoursFees({ locations }, trip, {
    pickup: `${trip.pickupDate}T${trip.pickupTime}`,
    dropoff: `${trip.returnDate}T${trip.returnTime}`,
  });
  const extraDay = extraDayNote(trip, rental.minimumDays);
  return (
    <p
      role="status"
      data-notes=""
      className="col-span-full flex flex-wrap gap-x-4 gap-y-1 text-sm text-slate empty:hidden lg:order-last"
    >
      {extraDay && <span>{extraDay}</span>}
      {pickup > 0 && (
        <span>
          <Trans>Pickup out of hours</Trans>: {price(pickup)}
        </span>
      )}
      {dropoff > 0 && (
        <span>
          <Trans>Return out of hours</Trans>: {price(dropoff)}
        </span>
      )}
    </p>
  );
}
