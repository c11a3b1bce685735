import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { ownDetailsRequestLimits } from "@/api/limits.gen";
import { errorAt } from "@/components/forms/server-errors";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { todayIn } from "@/lib/dates";
import { formatMoney } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { keepDetails, type OwnBooking } from "../api";
import { useFormDraft, useOwnForm, withFormDraft } from "../use-own-form";
import { Section } from "./section";

/** Flight number, address and second driver. */
export function DetailsSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const { locations, rental, tenant } = siteConfig();
  const { flightNumber, pickupAddress, dropoffAddress } = booking;
  const { name = "", born, licence = "" } = booking.secondDriver ?? {};
  const secondDriver = { name, born: born ?? "", licence };
  const known = { flightNumber, pickupAddress, dropoffAddress, secondDriver };
  const form = useForm({ defaultValues: withFormDraft(known, booking.reference) });
  const dropSent = useFormDraft(form, known, booking.reference);
  const place = locations.find(({ code }) => code === booking.pickupLocation);
  const needsAddress = booking.pickupPlace ? booking.pickupPlace.kind === "address" : place?.needsAddress;
  const hasAddress = needsAddress || pickupAddress !== "";
  const hasDropoffAddress = booking.dropoffPlace?.kind === "address" || dropoffAddress !== "";
  const hasDriver = Object.values(form.watch("secondDriver")).some(Boolean);
  const { onSubmit, problem, isPending } = useOwnForm(
    form,
    async (values) => {
      const answer = await keepDetails({
        flightNumber: values.flightNumber,
        pickupAddress: hasAddress ? values.pickupAddress : null,
        dropoffAddress: hasDropoffAddress ? values.dropoffAddress : null,
        secondDriver: hasDriver ? values.secondDriver : null,
      });
      dropSent(values);
      return answer;
    },
    t`Saved`,
  );
  const field = (path: Parameters<typeof form.register>[0]) => ({
    error: errorAt(form.formState.errors, path),
    ...form.register(path),
  });
  return (
    <Section title={t`Tell us more`}>
      <form className="grid gap-4 sm:grid-cols-2" onSubmit={onSubmit}>
        <TextField
          label={t`Flight number`}
          hint={t`So that we know when you land`}
          maxLength={ownDetailsRequestLimits.flightNumber.maxLength}
          autoCapitalize="characters"
          {...field("flightNumber")}
        />
        {hasAddress && (
          <TextField
            label={t`Address where we meet you`}
            maxLength={ownDetailsRequestLimits.pickupAddress.maxLength}
            autoComplete="street-address"
            {...field("pickupAddress")}
          />
        )}
        {hasDropoffAddress && (
          <TextField
            label={t`Address where you return the car`}
            maxLength={ownDetailsRequestLimits.dropoffAddress.maxLength}
            {...field("dropoffAddress")}
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
        <TextField
          label={t`Second driver's name`}
          maxLength={160}
          required={hasDriver}
          {...field("secondDriver.name")}
        />
        <TextField
          label={t`Second driver's date of birth`}
          type="date"
          max={todayIn(tenant.timezone)}
          required={hasDriver}
          {...field("secondDriver.born")}
        />
        <TextField
          label={t`Second driver's licence number`}
          maxLength={60}
          required={hasDriver}
          {...field("secondDriver.licence")}
        />
        <div className="grid justify-items-start gap-4 sm:col-span-2">
          <FormProblem text={problem} />
          <Button type="submit" look="quiet" disabled={isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Section>
  );
}
