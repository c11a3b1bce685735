import { Trans, useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import { put, type Rental, type Settings } from "../api";
import { useSection } from "../use-section";
import { LengthDiscounts } from "./length-discounts";
import { NumberField } from "./number-field";
import { SectionForm, Wide } from "./section-form";

type Figure = Exclude<keyof Rental, "phonePrefix" | "lengthDiscounts" | "revision">;

/** Who may rent, for how long, and the rates of cars that are not the company's own. */
export function RentalSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const section = useSection(settings.rental, put.rental);
  const { draft, set, problem } = section;
  const figure = (name: Figure) => ({
    value: draft[name],
    error: problem(name),
    onChange: (value: number | null) => set({ [name]: value } as Partial<Rental>),
  });
  return (
    <SectionForm
      id="rental"
      title={t`Rental rules`}
      description={
        <Trans>They hold for bookings from now on. Bookings that were made stay as they are.</Trans>
      }
      settings={settings}
      section={section}
    >
      <NumberField label={t`Shortest rental, in days`} {...figure("minimumDays")} />
      <NumberField
        label={t`Hours to confirm a booking`}
        hint={t`After that it is cancelled by itself.`}
        {...figure("unconfirmedHours")}
      />
      <NumberField
        label={t`Unconfirmed bookings per IP address`}
        hint={t`At once. Guests of a hotel share one IP address. 0: no limit.`}
        {...figure("unconfirmedPerIp")}
      />
      <NumberField
        label={t`Unconfirmed bookings per email or phone`}
        hint={t`At once. 0: no limit. Bookings by your team are not limited.`}
        {...figure("unconfirmedPerContact")}
      />
      <NumberField label={t`Youngest driver`} {...figure("driverMinimumAge")} />
      <NumberField label={t`Oldest driver`} {...figure("driverMaximumAge")} />
      <NumberField label={t`Largest group`} {...figure("groupMaximum")} />
      <TextField
        label={t`Country code of phones`}
        hint={t`Suggested to visitors, such as +995`}
        value={draft.phonePrefix}
        error={problem("phonePrefix")}
        onChange={(event) => set({ phonePrefix: event.target.value })}
      />
      <NumberField
        label={t`Promo code discount, in percent`}
        hint={t`For codes without a discount of their own.`}
        {...figure("promoDiscountPercent")}
      />
      <NumberField
        label={t`Day of another car, in ${{ currency: settings.currency }}`}
        hint={t`For a car that a visitor names and you do not list.`}
        {...figure("unknownCarDailyRate")}
      />
      <Wide>
        <LengthDiscounts
          discounts={draft.lengthDiscounts}
          problem={(place, name) => problem(`lengthDiscounts.${place}.${name}`)}
          onChange={(lengthDiscounts) => set({ lengthDiscounts })}
        />
      </Wide>
    </SectionForm>
  );
}
