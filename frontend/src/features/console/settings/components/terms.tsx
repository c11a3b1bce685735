import { Trans, useLingui } from "@lingui/react/macro";
import { CheckInput, NumberInput, SelectInput } from "@/components/forms/fields";
import { put, type Settings, type Terms } from "../api";
import { useSection } from "../use-section";
import { PickupDocuments } from "./pickup-documents";
import { SectionForm, Wide } from "./section-form";

type Figure =
  | "freeCancellationHours"
  | "lateCancellationDays"
  | "noShowDays"
  | "deposit"
  | "kilometresADay"
  | "extraKilometre"
  | "licenceYears"
  | "additionalDriverFee"
  | "youngDriverUnder"
  | "youngDriverFee"
  | "lateAfterMinutes"
  | "lateFee"
  | "lateHourPercent";

/** The lines on the card and beside Confirm. Empty ones are hidden. */
export function TermsSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection<Terms>(
    "terms",
    settings,
    ({ terms }) => ({ ...terms, pickupDocuments: terms.pickupDocuments ?? {} }),
    put.terms,
  );
  const { control, values } = form;
  const figure = (name: Figure) => ({ control, name });
  return (
    <SectionForm
      id="terms"
      title={t`Terms beside the price`}
      description={<Trans>Short lines on every car and beside Confirm. Empty ones are hidden.</Trans>}
      settings={settings}
      form={form}
    >
      <SelectInput
        control={control}
        name="payment"
        label={t`The price is paid`}
        options={[
          [null, t`not set`],
          ["firstDay", t`on the first day`],
          ["pickup", t`at handover`],
        ]}
      />
      <NumberInput
        label={t`Free cancellation, hours before the pickup`}
        {...figure("freeCancellationHours")}
      />
      <NumberInput
        label={t`Later cancellation, days charged`}
        hint={t`Shown before customers cancel. Empty: they can't cancel later themselves.`}
        {...figure("lateCancellationDays")}
      />
      <NumberInput label={t`No-show, days charged`} {...figure("noShowDays")} />
      <NumberInput
        label={t`Deposit, in ${{ currency: settings.currency }}`}
        hint={t`Enter 0 if there is none.`}
        {...figure("deposit")}
      />
      <NumberInput label={t`Years of holding a licence`} {...figure("licenceYears")} />
      <SelectInput
        control={control}
        name="mileageUnlimited"
        label={t`Mileage`}
        options={[
          [null, t`not set`],
          [true, t`unlimited`],
          [false, t`limited`],
        ]}
      />
      {values.mileageUnlimited === false && (
        <>
          <NumberInput label={t`Kilometres a day`} {...figure("kilometresADay")} />
          <NumberInput
            label={t`Each further kilometre, in ${{ currency: settings.currency }}`}
            hint={t`Suggested at the return, from the mileage of handover and return.`}
            {...figure("extraKilometre")}
          />
        </>
      )}
      {!values.secondDriverFree && (
        <NumberInput
          label={t`Second driver, in ${{ currency: settings.currency }} a day`}
          hint={t`Suggested at the handover, for a driver that the customer added.`}
          {...figure("additionalDriverFee")}
        />
      )}
      <NumberInput
        label={t`Young drivers: under the age of`}
        hint={t`The fee is part of the price when the driver is younger.`}
        {...figure("youngDriverUnder")}
      />
      <NumberInput
        label={t`Young driver, in ${{ currency: settings.currency }} a day`}
        {...figure("youngDriverFee")}
      />
      <NumberInput label={t`Late after minutes`} {...figure("lateAfterMinutes")} />
      <NumberInput
        label={t`A delay costs, in ${{ currency: settings.currency }}`}
        hint={t`Once. Suggested at a late return.`}
        {...figure("lateFee")}
      />
      <NumberInput
        label={t`Late return per hour, % of the daily rate`}
        hint={t`Started hours count in full, up to the daily rate per day.`}
        {...figure("lateHourPercent")}
      />
      <Wide>
        <CheckInput
          control={control}
          name="sameFuelLevel"
          label={t`The car comes back with as much fuel as it left with`}
        />
        <CheckInput control={control} name="secondDriverFree" off={null} label={t`A second driver is free`} />
        <CheckInput
          control={control}
          name="identity"
          off={null}
          label={t`At the pickup, a passport or identity card is shown`}
        />
        <CheckInput
          control={control}
          name="paymentCard"
          off={null}
          label={t`At the pickup, a payment card in the driver's name is shown`}
        />
        <PickupDocuments control={control} values={values} languages={settings.languages} />
      </Wide>
    </SectionForm>
  );
}
