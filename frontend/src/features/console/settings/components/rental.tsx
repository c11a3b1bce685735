import { Trans, useLingui } from "@lingui/react/macro";
import { NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { put, type Rental, type Settings } from "../api";
import { useSection } from "../use-section";
import { LengthDiscounts } from "./length-discounts";
import { SectionForm, Wide } from "./section-form";

type Figure = Exclude<keyof Rental, "phonePrefix" | "lengthDiscounts" | "formOrder" | "revision">;

/** Who may rent, for how long, and the rates of cars that are not the company's own. */
export function RentalSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection("rental", settings, (stored) => stored.rental, put.rental);
  const { control } = form;
  const figure = (name: Figure) => ({ control, name });
  return (
    <SectionForm
      id="rental"
      title={t`Rental rules`}
      description={
        <Trans>They hold for bookings from now on. Bookings that were made stay as they are.</Trans>
      }
      settings={settings}
      form={form}
    >
      <NumberInput label={t`Shortest rental, in days`} {...figure("minimumDays")} />
      <NumberInput
        label={t`Hours to confirm a booking`}
        hint={t`Cancelled automatically after that.`}
        {...figure("unconfirmedHours")}
      />
      <NumberInput
        label={t`Unconfirmed bookings per IP address`}
        hint={t`At the same time. Guests of a hotel share one IP address. 0: no limit.`}
        {...figure("unconfirmedPerIp")}
      />
      <NumberInput
        label={t`Unconfirmed bookings per email or phone`}
        hint={t`At the same time. 0: no limit. Bookings by your team are not limited.`}
        {...figure("unconfirmedPerContact")}
      />
      <NumberInput label={t`Youngest driver`} {...figure("driverMinimumAge")} />
      <NumberInput label={t`Oldest driver`} {...figure("driverMaximumAge")} />
      <NumberInput label={t`Largest group`} {...figure("groupMaximum")} />
      <TextInput
        control={control}
        name="phonePrefix"
        label={t`Country code of phones`}
        hint={t`Suggested to visitors, such as +995`}
      />
      <NumberInput
        label={t`Promo code discount, in percent`}
        hint={t`For codes without their own discount.`}
        {...figure("promoDiscountPercent")}
      />
      <NumberInput
        label={t`Day of another car, in ${{ currency: settings.currency }}`}
        hint={t`For a car that a visitor names and you do not list.`}
        {...figure("unknownCarDailyRate")}
      />
      <SelectInput
        control={control}
        name="formOrder"
        label={t`First step of the booking form`}
        hint={t`Contact details first: you can call visitors who do not finish.`}
        options={[
          ["tripFirst", t`Trip and protection`],
          ["contactFirst", t`Contact details`],
        ]}
      />
      <Wide>
        <LengthDiscounts control={control} />
      </Wide>
    </SectionForm>
  );
}
