import { zodResolver } from "@hookform/resolvers/zod";
import { Controller } from "react-hook-form";
import { SelectField, TextField } from "@/components/ui/field";
import { countOf } from "@/lib/counts";
import { todayIn } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { siteConfig } from "@/lib/site-config";
import { estimate } from "./api";
import { InsuranceCards } from "./insurance-cards";
import type { Refusal } from "./refusal";
import { type Details, detailsSchema } from "./schema";
import { StepBar } from "./step-bar";
import { StepHeading } from "./step-heading";
import { useStepForm } from "./use-step-form";

interface Props {
  values: Details;
  /** Shown beside the way on; null while car or dates are missing. */
  price: string | null;
  refusals: Refusal[];
  onChange: (values: Details) => void;
  onBack: () => void;
  onNext: (values: Details) => void;
}

export function StepDetails({ values, price, refusals, onChange, onBack, onNext }: Props) {
  const { cars, landing, locations, rental, tenant } = siteConfig();
  const form = useStepForm<Details>(zodResolver(detailsSchema({ rental, tenant })), values, refusals);
  const { errors } = form.formState;
  const field = (name: keyof Details) => ({ ...form.register(name), error: errors[name]?.message });
  const today = todayIn(tenant.timezone);
  const guess = estimate({ details: values });
  const known = cars.filter((car) => car.inFleet);
  const unlisted = values.carType && !known.some((car) => car.name === values.carType);
  return (
    <form
      noValidate
      onChange={() => onChange(form.getValues())}
      onSubmit={form.handleSubmit(onNext)}
      className="grid gap-4 sm:grid-cols-2"
    >
      <StepHeading>Booking Details</StepHeading>
      <div className="sm:col-span-2">
        <SelectField label="Car" {...field("carType")}>
          <option value="">Choose a car</option>
          {known.map((car) => (
            <option key={car.slug}>{car.name}</option>
          ))}
          {unlisted && <option>{values.carType}</option>}
        </SelectField>
      </div>
      {(["pickupLocation", "dropoffLocation"] as const).map((name) => (
        <SelectField
          key={name}
          label={name === "pickupLocation" ? "Pickup location" : "Dropoff location"}
          {...field(name)}
        >
          <option value="">Choose a city</option>
          {locations.map((place) => (
            <option key={place.code} value={place.code}>
              {place.name}
            </option>
          ))}
        </SelectField>
      ))}
      <div className="grid grid-cols-[3fr_2fr] gap-x-3 gap-y-4 sm:col-span-2 sm:grid-cols-2 sm:gap-x-4">
        <TextField label="Pickup date" type="date" min={today} {...field("pickupDate")} />
        <TextField label="Pickup time" type="time" {...field("pickupTime")} />
        <TextField
          label="Return date"
          type="date"
          min={values.pickupDate || today}
          {...field("returnDate")}
        />
        <TextField label="Return time" type="time" {...field("returnTime")} />
      </div>
      <aside className="rounded-xl bg-sky p-4 text-sm text-ink sm:col-span-2">
        <p className="font-semibold">Punctuality Policy</p>
        <p>
          Delays over {countOf(rental.punctuality.minutes, "minute")} incur a{" "}
          {formatMoney(rental.punctuality.fee)} charge.
        </p>
      </aside>
      <div className="sm:col-span-2">
        <Controller
          control={form.control}
          name="insuranceType"
          render={({ field: cover }) => (
            <InsuranceCards
              ref={cover.ref}
              value={cover.value}
              error={errors.insuranceType?.message}
              onChange={(code) => {
                form.setValue("insuranceType", code, { shouldValidate: true });
                onChange({ ...form.getValues(), insuranceType: code });
              }}
            />
          )}
        />
      </div>
      <p className="text-sm text-muted sm:col-span-2">{landing.policeFinesNote}</p>
      {guess.days > 0 && (
        <p className="tabular rounded-xl bg-stone p-4 sm:col-span-2">
          Estimate for {countOf(guess.days, "day")}, without delivery and services:{" "}
          <strong>{formatMoney(guess.total)}</strong>
        </p>
      )}
      <StepBar label="Car and delivery" price={price} onBack={onBack}>
        Next Step
      </StepBar>
    </form>
  );
}
