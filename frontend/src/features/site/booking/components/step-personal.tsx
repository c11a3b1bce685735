import { Trans, useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import type { Refusal } from "../rules/refusal";
import { type Personal, personalProblems } from "../rules/schema";
import { seatAdvice } from "../rules/seats";
import { useStepForm } from "../use-step-form";
import type { RunningTotal } from "../use-total";
import { EmailField } from "./email-field";
import { PhoneField } from "./phone-field";
import { StepBar } from "./step-bar";
import { StepHeading } from "./step-heading";

interface Props {
  values: Personal;
  /** The car of the link, if any: its seats are held against the group. */
  carType: string;
  total: RunningTotal;
  refusals: Refusal[];
  onChange: (values: Personal) => void;
  onNext: (values: Personal) => void;
}

export function StepPersonal({ values, carType, total, refusals, onChange, onNext }: Props) {
  const { t } = useLingui();
  const { cars, rental, tracking } = siteConfig();
  const { driverMinimumAge } = rental;
  const judge = (form: Personal) => personalProblems(form, rental);
  const { field, form, set, leave, errorOf } = useStepForm({ judge, values, refusals, onChange, onNext });
  return (
    <form {...form} className="grid gap-4 sm:grid-cols-2">
      <StepHeading>{t`Personal Information`}</StepHeading>
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
        hint={seatAdvice(cars, carType, values.groupSize)?.text}
        {...field("groupSize")}
      />
      <StepBar total={total}>
        <Trans>Next Step</Trans>
      </StepBar>
    </form>
  );
}
