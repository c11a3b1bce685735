import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarPlus, FileDown, MapPin, Wallet } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { siteConfig } from "@/lib/site-config";
import { downloadCalendar } from "./calendar-file";
import { type OwnBooking, voucherUrl, walletPassUrl } from "./own-booking";
import { directionsTo } from "./places";

interface BookedTrip {
  id: string;
  calendarSequence: number;
  reference: string;
  car: string;
  pickupLocation: string;
  dropoffLocation: string;
  /** Moments, ISO 8601. */
  pickupAt: string;
  returnAt: string;
}

interface Props {
  trip: BookedTrip;
  /** Where the booking is open in this browser: what can be downloaded of it. */
  own: OwnBooking | null;
}

/** What one takes along from a booking: voucher, pass, dates for the calendar, and the way to the car. */
export function TripLinks({ trip, own }: Props) {
  const { t } = useLingui();
  const { locations, tenant } = siteConfig();
  const place = (code: string) => locations.find((item) => item.code === code);
  const { reference, car } = trip;
  const company = tenant.name;
  const text = t`Booking ${reference} with ${company}`;
  const where = (code: string) =>
    [place(code)?.name ?? code, place(code)?.address].filter(Boolean).join(", ");
  const event = () => ({
    bookingId: trip.id,
    sequence: trip.calendarSequence,
    title: t`Rental car: ${car} (${company})`,
    place: where(trip.pickupLocation),
    text: [text, t`Bring back: ${{ place: where(trip.dropoffLocation) }}`].join("\n"),
    start: trip.pickupAt,
    end: trip.returnAt,
  });
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {own && (
        <a className={buttonClass("quiet")} href={voucherUrl} download>
          <FileDown aria-hidden size={18} /> <Trans>Voucher (PDF)</Trans>
        </a>
      )}
      {own?.hasWalletPass && (
        <a className={buttonClass("quiet")} href={walletPassUrl}>
          <Wallet aria-hidden size={18} /> <Trans>Add to Apple Wallet</Trans>
        </a>
      )}
      <button
        type="button"
        className={buttonClass("quiet")}
        onClick={() => downloadCalendar(reference, event())}
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
