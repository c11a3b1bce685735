import { useLingui } from "@lingui/react/macro";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField, TextField } from "@/components/ui/field";
import { useCompanyTexts } from "@/features/console/shared/company-texts";
import { addDays, daysBetween } from "@/lib/dates";
import { formatMoney } from "@/lib/format";
import { placesAt } from "@/lib/handover-places";
import { siteConfig } from "@/lib/site-config";
import { freePlace, startingOn } from "../rules/rental";
import type { RentalForm } from "../rules/schema";
import { FormSection, useField } from "./form-section";

interface Props {
  refusals: Record<string, string>;
  /** The customer has the car: where and when it was picked up is done. */
  isHandedOver?: boolean;
}

const lengths = [1, 2, 3, 5, 7, 10, 14];

/** When and where. A later pickup takes the return along. */
export function TripSection({ refusals, isHandedOver = false }: Props) {
  const { t } = useLingui();
  const { locations } = useCompanyTexts();
  const { setValue, getValues } = useFormContext<RentalForm>();
  const field = useField(refusals);
  const pickedUp = getValues("pickupLocation");
  const places = locations.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
  const [from, until] = useWatch<RentalForm, ["pickupDate", "returnDate"]>({
    name: ["pickupDate", "returnDate"],
  });
  const days = daysBetween(from, until);

  function movePickup(day: string) {
    if (!day || !from) return;
    setValue("returnDate", startingOn({ pickupDate: from, returnDate: until }, day).returnDate);
  }
  function movePlace(before: string, place: string) {
    setValue("pickupPlace", freePlace(locations, place));
    // Most cars come back to where they went from.
    if (getValues("dropoffLocation") !== before) return;
    setValue("dropoffLocation", place);
    setValue("dropoffPlace", freePlace(locations, place));
  }
  const pickupDate = field("pickupDate");
  const pickupPlace = field("pickupLocation");
  const returnPlace = field("dropoffLocation");
  return (
    <FormSection title={t`Dates and places`}>
      <div className="grid grid-cols-[minmax(0,1fr)_8.75rem] gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_8.75rem_minmax(0,1fr)]">
        <TextField
          label={t`Pickup day`}
          type="date"
          readOnly={isHandedOver}
          {...pickupDate}
          onChange={(event) => {
            movePickup(event.target.value);
            void pickupDate.onChange(event);
          }}
        />
        <TextField label={t`Pickup time`} type="time" readOnly={isHandedOver} {...field("pickupTime")} />
        <div className="col-span-2 sm:col-span-1">
          <SelectField
            label={t`Pickup place`}
            {...pickupPlace}
            onChange={(event) => {
              movePlace(getValues("pickupLocation"), event.target.value);
              void pickupPlace.onChange(event);
            }}
          >
            {isHandedOver ? places.filter(({ key }) => key === pickedUp) : places}
          </SelectField>
        </div>
        <TextField label={t`Return day`} type="date" {...field("returnDate")} />
        <TextField label={t`Return time`} type="time" {...field("returnTime")} />
        <div className="col-span-2 sm:col-span-1">
          <SelectField
            label={t`Return place`}
            {...returnPlace}
            onChange={(event) => {
              setValue("dropoffPlace", freePlace(locations, event.target.value));
              void returnPlace.onChange(event);
            }}
          >
            {places}
          </SelectField>
        </div>
        <HandoverSelect side="pickup" refusals={refusals} isHandedOver={isHandedOver} />
        <HandoverSelect side="dropoff" refusals={refusals} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span id="rental-length" className="text-sm text-muted">
          {t`Days`}
        </span>
        <fieldset aria-labelledby="rental-length" className="flex flex-wrap gap-1.5">
          {lengths.map((length) => (
            <button
              key={length}
              type="button"
              aria-pressed={days === length}
              className="tabular min-h-11 min-w-11 rounded-xl border border-line px-2.5 text-sm font-semibold hover:bg-stone aria-pressed:border-pine aria-pressed:bg-pine aria-pressed:text-on-pine"
              onClick={() => from && setValue("returnDate", addDays(from, length), { shouldDirty: true })}
            >
              {length}
            </button>
          ))}
        </fieldset>
      </div>
    </FormSection>
  );
}

/** Where exactly people meet in the location, if the company has such places there. */
function HandoverSelect({ side, refusals, isHandedOver }: Props & { side: "pickup" | "dropoff" }) {
  const { t } = useLingui();
  const { locations } = useCompanyTexts();
  const field = useField(refusals);
  const [location, chosen] = useWatch<RentalForm, [`${typeof side}Location`, `${typeof side}Place`]>({
    name: [`${side}Location`, `${side}Place`],
  });
  const offered = placesAt(locations, location);
  if (offered.length === 0 && !chosen) return null;
  const { currency } = siteConfig().tenant;
  const isOffered = offered.some(({ code }) => code === chosen);
  const options = [
    { code: "", text: t`To be agreed` },
    // What a booking has and the company no longer offers stays as it was agreed.
    ...(chosen && !isOffered ? [{ code: chosen, text: t`As agreed` }] : []),
    ...offered.map(({ code, name, fee }) => ({
      code,
      text: fee > 0 ? [name, formatMoney(fee, currency)].join(" · ") : name,
    })),
  ];
  return (
    <div className="col-span-full">
      <SelectField
        label={side === "pickup" ? t`Handover place, pickup` : t`Handover place, return`}
        {...field(side === "pickup" ? "pickupPlace" : "dropoffPlace")}
      >
        {options
          .filter(({ code }) => !isHandedOver || code === chosen)
          .map(({ code, text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
      </SelectField>
    </div>
  );
}
