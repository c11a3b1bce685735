import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ownDetailsRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { todayIn } from "@/lib/dates";
import { formatMoney } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { keepDetails, type OwnBooking } from "../api";
import { fieldProblem, useOwn } from "../use-own";
import { Section } from "./section";

/** Flight number, address and second driver. */
export function DetailsSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const { locations, rental, tenant } = siteConfig();
  const { secondDriver } = booking;
  const [flight, setFlight] = useState(booking.flightNumber);
  const [address, setAddress] = useState(booking.pickupAddress);
  const place = locations.find(({ code }) => code === booking.pickupLocation);
  const [dropoffAddress, setDropoffAddress] = useState(booking.dropoffAddress);
  const needsAddress = booking.pickupPlace ? booking.pickupPlace.kind === "address" : place?.needsAddress;
  const hasAddress = needsAddress || booking.pickupAddress !== "";
  const hasDropoffAddress = booking.dropoffPlace?.kind === "address" || booking.dropoffAddress !== "";
  const [driver, setDriver] = useState({
    name: secondDriver?.name ?? "",
    born: secondDriver?.born ?? "",
    licence: secondDriver?.licence ?? "",
  });
  const hasDriver = Object.values(driver).some(Boolean);
  const keep = useOwn(
    () =>
      keepDetails({
        flightNumber: flight,
        pickupAddress: hasAddress ? address : null,
        dropoffAddress: hasDropoffAddress ? dropoffAddress : null,
        secondDriver: hasDriver ? driver : null,
      }),
    t`Saved`,
  );
  const field = (name: keyof typeof driver) => ({
    value: driver[name],
    error: fieldProblem(keep.error, `secondDriver.${name}`),
    required: hasDriver,
    onChange: (event: { target: { value: string } }) => setDriver({ ...driver, [name]: event.target.value }),
  });
  return (
    <Section title={t`Tell us more`}>
      <form
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          keep.mutate(undefined);
        }}
      >
        <TextField
          label={t`Flight number`}
          hint={t`So that we know when you land`}
          value={flight}
          maxLength={ownDetailsRequestLimits.flightNumber.maxLength}
          autoCapitalize="characters"
          error={fieldProblem(keep.error, "flightNumber")}
          onChange={(event) => setFlight(event.target.value)}
        />
        {hasAddress && (
          <TextField
            label={t`Address where we meet you`}
            maxLength={ownDetailsRequestLimits.pickupAddress.maxLength}
            autoComplete="street-address"
            value={address}
            error={fieldProblem(keep.error, "pickupAddress")}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
        {hasDropoffAddress && (
          <TextField
            label={t`Address where you return the car`}
            maxLength={ownDetailsRequestLimits.dropoffAddress.maxLength}
            value={dropoffAddress}
            error={fieldProblem(keep.error, "dropoffAddress")}
            onChange={(event) => setDropoffAddress(event.target.value)}
          />
        )}
        <p className="self-end text-sm text-slate sm:col-span-2">
          {booking.additionalDriverFee ? (
            <Trans>
              A second driver costs {{ fee: formatMoney(booking.additionalDriverFee, booking.currency) }} a
              day, charged at the pickup.
            </Trans>
          ) : rental.terms.secondDriverFree ? (
            <Trans>A second driver costs nothing.</Trans>
          ) : (
            <Trans>Add a second driver</Trans>
          )}
        </p>
        <TextField label={t`Second driver's name`} maxLength={160} {...field("name")} />
        <TextField
          label={t`Second driver's date of birth`}
          type="date"
          max={todayIn(tenant.timezone)}
          {...field("born")}
        />
        <TextField label={t`Second driver's licence number`} maxLength={60} {...field("licence")} />
        <div className="sm:col-span-2">
          <Button type="submit" look="quiet" disabled={keep.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Section>
  );
}
