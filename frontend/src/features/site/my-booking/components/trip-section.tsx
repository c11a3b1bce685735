import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink } from "lucide-react";
import { Picture } from "@/components/ui/picture";
import { hoursOn, placeOf } from "@/features/site/shared/after/places";
import { TripLinks } from "@/features/site/shared/after/trip-links";
import { coordinatesOf, directionsTo } from "@/features/site/shared/map/geo";
import { formatDays, formatShortMoment, formatZone } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
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
        <Stop
          name={t`Pickup`}
          code={booking.pickupLocation}
          at={booking.pickupAt}
          day={pickupDate}
          agreed={booking.pickupPlace}
          address={booking.pickupAddress}
        />
        <Stop
          name={t({ message: "Return", context: "of a car" })}
          code={booking.dropoffLocation}
          at={booking.returnAt}
          day={returnDate}
          agreed={booking.dropoffPlace}
          address={booking.dropoffAddress}
        />
      </dl>
      <p className="mb-5 text-sm text-muted">
        <Trans>All times: {zone}</Trans>
      </p>
      {booking.status !== "cancelled" && (
        <TripLinks trip={{ ...booking, car: booking.carName }} own={booking} />
      )}
    </Section>
  );
}

interface StopProps {
  name: string;
  code: string;
  at: string;
  day: string;
  agreed: OwnBooking["pickupPlace"];
  /** Of a hotel or street, as the customer entered it. */
  address: string;
}

function Stop({ name, code, at, day, agreed, address }: StopProps) {
  const { t } = useLingui();
  const place = placeOf(code);
  const hours = place && hoursOn(place, day);
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <span className="tabular block font-semibold">{formatShortMoment(at)}</span>
        <span className="block">{place?.name ?? code}</span>
        {agreed && <Meeting place={agreed} address={address} />}
        {!agreed && place?.address && <span className="block text-sm text-slate">{place.address}</span>}
        {!agreed && hours && <span className="tabular block text-sm text-slate">{t`Open ${hours}`}</span>}
      </dd>
    </div>
  );
}

/** Where exactly, as agreed, and how people find each other there. */
function Meeting({ place, address }: { place: NonNullable<OwnBooking["pickupPlace"]>; address: string }) {
  const at = coordinatesOf(place);
  const offered = siteConfig().locations.flatMap(({ handoverPlaces }) => handoverPlaces);
  const image = offered.find(({ code }) => code === place.code)?.image;
  return (
    <span className="mt-1 flex flex-col gap-1">
      <span className="font-semibold wrap-anywhere">{place.name}</span>
      {address && <span className="wrap-anywhere">{address}</span>}
      {place.meetingPoint && <span className="text-sm wrap-anywhere">{place.meetingPoint}</span>}
      {place.instructions && (
        <span className="text-sm whitespace-pre-line text-slate wrap-anywhere">{place.instructions}</span>
      )}
      {image && (
        <Picture
          picture={image}
          sizes="20rem"
          width={640}
          height={400}
          className="aspect-8/5 w-full max-w-xs rounded-lg object-cover print:hidden"
        />
      )}
      {at && (
        <a
          href={directionsTo(at).openStreetMap}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 self-start text-sm font-semibold text-pine underline underline-offset-4 print:hidden"
        >
          <Trans>Directions</Trans> <ExternalLink aria-hidden size={15} />
        </a>
      )}
    </span>
  );
}
