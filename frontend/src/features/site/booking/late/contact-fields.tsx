import { Trans, useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import type { Personal } from "../rules/schema";
import type { StepForm } from "../use-step-form";
import { EmailField } from "./email-field";
import { PhoneField } from "./phone-field";
import { SeatNote } from "./seat-note";
import { seatAdvice } from "./seats";

interface Props {
  form: StepForm<Personal>;
  values: Personal;
  /** Its seats are held against the group. */
  carType: string;
  /** Missing where the car is chosen on the next step, which then says so. */
  onChooseCar?: (carType: string) => void;
}

/** Contact details, as a separate step or part of the last one. */
export function ContactFields({ form: { field, set, leave, errorOf }, values, carType, onChooseCar }: Props) {
  const { t } = useLingui();
  const { cars, rental, tracking } = siteConfig();
  const { driverMinimumAge } = rental;
  return (
    <>
      {tracking.saveIncompleteBookings && (
        <p className="text-sm text-slate sm:col-span-2">
          <Trans>We save your contact details now so that we can help you finish the booking.</Trans>
        </p>
      )}
      <TextField label={t`First name`} autoComplete="given-name" {...field("firstName")} />
      <TextField label={t`Last name`} autoComplete="family-name" {...field("lastName")} />
      <EmailField {...field("customerEmail")} onCorrect={(email) => set("customerEmail", email)} />
      <PhoneField
        label={t`WhatsApp or phone number`}
        hint={t`With country code: we confirm your car in the chat.`}
        error={errorOf("customerPhone")}
        value={values.customerPhone}
        onChange={(phone) => set("customerPhone", phone)}
        onBlur={() => leave("customerPhone")}
      />
      <TextField
        label={t`Driver's age (minimum age ${driverMinimumAge})`}
        type="number"
        inputMode="numeric"
        min={driverMinimumAge}
        max={rental.driverMaximumAge}
        {...field("driverAge")}
      />
      <TextField
        label={t`Group size`}
        type="number"
        inputMode="numeric"
        min={1}
        max={rental.groupMaximum}
        hint={onChooseCar ? undefined : seatAdvice(cars, carType, values.groupSize)?.text}
        {...field("groupSize")}
      />
      {onChooseCar && (
        <div className="empty:hidden sm:col-span-2">
          <SeatNote carType={carType} groupSize={values.groupSize} onChoose={onChooseCar} />
        </div>
      )}
    </>
  );
}
