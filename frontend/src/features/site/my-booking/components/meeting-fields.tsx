import { useLingui } from "@lingui/react/macro";
import { changeOwnBookingRequestLimits as limits } from "@/api/limits.gen";
import { TextField } from "@/components/ui/field";
import { findPlace } from "@/lib/handover-places";
import { siteConfig } from "@/lib/site-config";
import type { Meeting, OwnBooking, OwnRental } from "../api";
import { fieldProblem } from "../use-own";

interface Props {
  booking: OwnBooking;
  rental: OwnRental;
  meeting: Meeting;
  error: unknown;
  onChange: (meeting: Meeting) => void;
}

/** What the newly chosen places ask for: the address, the flight. The details below change it for agreed ones. */
export function MeetingFields({ booking, rental, meeting, error, onChange }: Props) {
  const { t } = useLingui();
  const { locations } = siteConfig();
  const pickup = findPlace(locations, rental.pickupLocation, rental.pickupPlace ?? "");
  const dropoff = findPlace(locations, rental.dropoffLocation, rental.dropoffPlace ?? "");
  const isNew = pickup && pickup.code !== booking.pickupPlace?.code;
  const field = (name: keyof Meeting) => ({
    value: meeting[name] ?? booking[name],
    maxLength: limits[name].maxLength,
    error: fieldProblem(error, name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...meeting, [name]: target.value }),
  });
  const needsFlight = isNew && pickup.flightNumber !== "off";
  const isAtAddress = pickup?.kind === "address";
  const isBackAtAddress = dropoff?.kind === "address";
  if (!needsFlight && !isAtAddress && !isBackAtAddress) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {isAtAddress && (
        <TextField
          label={t`Address where we meet you`}
          autoComplete="street-address"
          required
          {...field("pickupAddress")}
        />
      )}
      {isBackAtAddress && (
        <TextField label={t`Address where you return the car`} required {...field("dropoffAddress")} />
      )}
      {needsFlight && (
        <TextField
          label={pickup.flightNumber === "required" ? t`Flight number` : t`Flight number, if you know it`}
          autoCapitalize="characters"
          required={pickup.flightNumber === "required"}
          {...field("flightNumber")}
        />
      )}
    </div>
  );
}
