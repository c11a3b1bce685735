import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { AskAgain, late } from "@/components/ui/late-part";
import { isBooked } from "@/features/site/shared/availability/ask";
import { useFleetAvailability } from "@/features/site/shared/availability/use-fleet-availability";
import { todayIn } from "@/lib/dates";
import { placesAt } from "@/lib/handover-places";
import { fold } from "@/lib/names";
import { siteConfig } from "@/lib/site-config";
import { releaseUnless, tripOf } from "../hold";
import type { LinkReading } from "../rules/link";
import type { Refusal } from "../rules/refusal";
import { type Details, detailsProblems } from "../rules/schema";
import { useStepForm } from "../use-step-form";
import type { RunningTotal } from "../use-total";
import { withTexts } from "./late-step";
import { StepBar } from "./step-bar";
import { StepHeading } from "./step-heading";

/** Below the dates on every screen: the form does not wait for it. */
const InsuranceCards = late(
  () => withTexts(import("../late/insurance-cards")).then((module) => module.InsuranceCards),
  (_, askAgain) => (askAgain ? <AskAgain onPress={askAgain} /> : <div className="h-[32rem]" />),
);
// Words that are rarely needed.
const SeatNote = late(
  () => withTexts(import("../late/seat-note")).then((module) => module.SeatNote),
  () => null,
);
const ExtraDayNote = late(
  () => withTexts(import("../late/extra-day-note")).then((module) => module.ExtraDayNote),
  () => null,
);
const Punctuality = late(
  () => withTexts(import("../late/punctuality")).then((module) => module.Punctuality),
  () => <div className="h-24 sm:col-span-2 sm:h-19" />,
);
const HandoverFields = late(
  () => withTexts(import("../late/handover-fields")).then((module) => module.HandoverFields),
  ({ side, values }, askAgain) => {
    const location = side === "pickup" ? values.pickupLocation : values.dropoffLocation;
    const places = placesAt(siteConfig().locations, location).length;
    if (places === 0) return null;
    // As tall as the places will be.
    return askAgain ? <AskAgain onPress={askAgain} /> : <div style={{ height: `${2 + 3.5 * places}rem` }} />;
  },
);

// Date and time are side by side even on the narrowest phone.
const moment = "min-w-0 max-sm:px-2.5";

const isOfDates = (name: string) => /^(pickup|return)(Date|Time)$/.test(name);

interface Props {
  values: Details;
  groupSize: string;
  driverAge: string;
  /** What the visitor's link says and cannot be used, by field. */
  notes: LinkReading["notes"];
  total: RunningTotal;
  refusals: Refusal[];
  onChange: (values: Details) => void;
  /** Missing where this is the first step. */
  onBack: (() => void) | undefined;
  onNext: (values: Details) => void;
}

export function StepTrip({
  values,
  groupSize,
  driverAge,
  notes,
  total,
  refusals,
  onChange,
  onBack,
  onNext,
}: Props) {
  const { t } = useLingui();
  const { cars, landing, locations, rental, tenant } = siteConfig();
  const judge = (form: Details) => detailsProblems(form, driverAge, { cars, locations, rental, tenant });
  const step = useStepForm({ judge, values, refusals, onChange, onNext });
  // A note on the link is shown until the visitor chooses.
  const note = (name: keyof LinkReading["notes"]) => (values[name] ? undefined : notes[name]);
  const field = (name: keyof Details) => ({
    ...step.field(name),
    error: step.errorOf(name) ?? (name in notes ? note(name as keyof LinkReading["notes"]) : undefined),
  });
  useEffect(() => releaseUnless(tripOf(values)), [values]);
  const today = todayIn(tenant.timezone);
  const known = cars.filter((car) => car.inFleet);
  const hasDates = Object.keys(detailsProblems(values, driverAge, { cars, locations, rental, tenant })).every(
    (name) => !isOfDates(name),
  );
  const fleetAvailability = useFleetAvailability(hasDates ? values : null);
  const isTaken = (slug: string) => isBooked(fleetAvailability.cars.get(slug));
  const isChosenTaken = known.some(({ name, slug }) => fold(name) === fold(values.carType) && isTaken(slug));
  const taken = t`Not available for these dates`;
  const unlisted = values.carType && !known.some((car) => car.name === values.carType);
  const isUnknown = values.carType && !cars.some((car) => fold(car.name) === fold(values.carType));
  return (
    <form {...step.form} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <StepHeading>{t`Booking Details`}</StepHeading>
      <div className="sm:col-span-2">
        <SelectField
          label={t`Car`}
          hint={isUnknown ? notes.carType : isChosenTaken ? taken : undefined}
          {...field("carType")}
        >
          <option value="">{t`Choose a car`}</option>
          {known.map((car) => (
            <option
              key={car.slug}
              value={car.name}
              disabled={isTaken(car.slug) && car.name !== values.carType}
            >
              {isTaken(car.slug) ? `${car.name} – ${taken}` : car.name}
            </option>
          ))}
          {unlisted && <option>{values.carType}</option>}
        </SelectField>
        <SeatNote
          carType={values.carType}
          groupSize={groupSize}
          onChoose={(carType) => step.set("carType", carType)}
        />
      </div>
      {(["pickupLocation", "dropoffLocation"] as const).map((name) => (
        <div key={name} className="flex flex-col gap-4">
          <SelectField
            label={name === "pickupLocation" ? t`Pickup location` : t`Dropoff location`}
            {...field(name)}
          >
            <option value="">{t`Choose a city`}</option>
            {locations.map((place) => (
              <option key={place.code} value={place.code}>
                {place.name}
              </option>
            ))}
          </SelectField>
          <HandoverFields
            side={name === "pickupLocation" ? "pickup" : "dropoff"}
            values={values}
            field={field}
            onChoose={step.set}
          />
        </div>
      ))}
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,4fr)] gap-x-2 gap-y-4 wrap-anywhere not-has-[[aria-invalid=true]]:[&_label]:flex not-has-[[aria-invalid=true]]:[&_label]:grow not-has-[[aria-invalid=true]]:[&_label]:items-end sm:col-span-2 sm:grid-cols-2 sm:gap-x-4">
        <TextField
          className={moment}
          label={t`Pickup date`}
          type="date"
          min={today}
          {...field("pickupDate")}
        />
        <TextField className={moment} label={t`Pickup time`} type="time" {...field("pickupTime")} />
        <TextField
          className={moment}
          label={t`Return date`}
          type="date"
          min={values.pickupDate || today}
          {...field("returnDate")}
        />
        <TextField className={moment} label={t`Return time`} type="time" {...field("returnTime")} />
        <p role="status" className="col-span-2 flex gap-2 text-sm text-slate empty:hidden">
          <ExtraDayNote values={values} />
        </p>
      </div>
      {(rental.punctuality.fee > 0 || rental.punctuality.hourPercent > 0) && <Punctuality />}
      <div className="sm:col-span-2">
        <InsuranceCards
          car={cars.find((car) => fold(car.name) === fold(values.carType))}
          days={total.price?.days ?? 0}
          value={values.insuranceType}
          error={step.errorOf("insuranceType")}
          onChange={(code) => step.set("insuranceType", code)}
        />
      </div>
      <p className="text-sm text-muted sm:col-span-2">{landing.policeFinesNote}</p>
      <StepBar total={total} onBack={onBack}>
        <Trans>Next Step</Trans>
      </StepBar>
    </form>
  );
}
