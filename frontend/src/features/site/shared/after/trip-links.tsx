import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarPlus, MapPin } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { siteConfig } from "@/lib/site-config";
import { downloadCalendar } from "./calendar-file";
import { directionsTo } from "./places";

export interface BookedTrip {
  reference: string;
  car: string;
  pickupLocation: string;
  dropoffLocation: string;
  /** Moments, ISO 8601. */
  pickupAt: string;
  returnAt: string;
}

/** What one takes along from a booking: dates for the calendar, and the way to the car. */
export function TripLinks({ trip }: { trip: BookedTrip }) {
  const { t } = useLingui();
  const { locations, tenant } = siteConfig();
  const place = (code: string) => locations.find((item) => item.code === code);
  const { reference, car } = trip;
  const text = t`Booking ${reference} with ${{ company: tenant.name }}`;
  const where = (code: string) =>
    [place(code)?.name ?? code, place(code)?.address].filter(Boolean).join(", ");
  const events = () => [
    {
      id: `${reference}-pickup@${tenant.slug}`,
      title: t`Pick up: ${car}`,
      place: where(trip.pickupLocation),
      text,
      start: trip.pickupAt,
    },
    {
      id: `${reference}-return@${tenant.slug}`,
      title: t`Bring back: ${car}`,
      place: where(trip.dropoffLocation),
      text,
      start: trip.returnAt,
    },
  ];
  return (
    <div className="flex flex-wrap gap-3">
      <button
        type="button"
        className={buttonClass("quiet")}
        onClick={() => downloadCalendar(reference, events())}
      >
        <CalendarPlus aria-hidden size={18} /> <Trans>Add to calendar</Trans>
      </button>
      <a
        className={buttonClass("quiet")}
        href={directionsTo(trip.pickupLocation)}
        target="_blank"
        rel="noreferrer"
      >
        <MapPin aria-hidden size={18} /> <Trans>Directions to the pickup</Trans>
      </a>
    </div>
  );
}
