import { useLingui } from "@lingui/react/macro";
import { CountSelect } from "@/components/ui/count-select";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { todayIn } from "@/lib/dates";
import { formatMoney, perDay } from "@/lib/format";
import { placesAt } from "@/lib/handover-places";
import { fold } from "@/lib/names";
import { countOf, withCount } from "@/lib/services";
import { siteConfig } from "@/lib/site-config";
import type { OwnRental } from "../api";
import { movedTo } from "../rules/rental";
import { fieldProblem } from "../use-own";

interface Props {
  carName: string;
  rental: OwnRental;
  error: unknown;
  onChange: (rental: OwnRental) => void;
}

/** Places, dates, times, insurance and services. */
export function RentalFields({ carName, rental, error, onChange }: Props) {
  const { t } = useLingui();
  const { insurance, locations, services, tenant } = siteConfig();
  const labels = {
    pickupLocation: t`Pickup location`,
    dropoffLocation: t`Dropoff location`,
    pickupDate: t`Pickup date`,
    pickupTime: t`Pickup time`,
    returnDate: t`Return date`,
    returnTime: t`Return time`,
    insuranceType: t`Insurance`,
  };
  const field = (name: keyof typeof labels) => ({
    label: labels[name],
    value: rental[name],
    error: fieldProblem(error, name),
    required: true,
    onChange: (event: { target: { value: string } }) => onChange({ ...rental, [name]: event.target.value }),
  });
  const moveTo = (name: "pickupLocation" | "dropoffLocation", code: string) =>
    onChange(movedTo(rental, name, code, locations));
  const chosen = rental.services ?? [];
  const put = (code: string, count: number) =>
    onChange({ ...rental, services: withCount(chosen, code, count) });
  const offered = services.filter(
    ({ hiddenForCars }) => !hiddenForCars.some((part) => fold(carName).includes(fold(part))),
  );
  const today = todayIn(tenant.timezone);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["pickupLocation", "dropoffLocation"] as const).map((name) => (
        <div key={name} className="flex flex-col gap-4">
          <SelectField {...field(name)} onChange={({ target }) => moveTo(name, target.value)}>
            {locations.map((place) => (
              <option key={place.code} value={place.code}>
                {place.name}
              </option>
            ))}
          </SelectField>
          <PlaceSelect
            side={name === "pickupLocation" ? "pickup" : "dropoff"}
            rental={rental}
            error={error}
            onChange={onChange}
          />
        </div>
      ))}
      <TextField type="date" min={today} {...field("pickupDate")} />
      <TextField type="time" {...field("pickupTime")} />
      <TextField type="date" min={rental.pickupDate || today} {...field("returnDate")} />
      <TextField type="time" {...field("returnTime")} />
      <div className="sm:col-span-2">
        <SelectField {...field("insuranceType")}>
          {insurance.map((option) => (
            <option key={option.code} value={option.code}>
              {`${option.label}, ${perDay(formatMoney(option.dailyRate))}`}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="grid gap-1 sm:col-span-2">
        <legend className="text-sm font-semibold text-slate">{t`Extras`}</legend>
        {offered.map((service) => {
          const count = countOf(service, chosen);
          return (
            <div key={service.code} className="flex items-center gap-3">
              <label className="flex min-h-11 grow cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-(--pine)"
                  checked={count > 0}
                  onChange={() => put(service.code, count > 0 ? 0 : 1)}
                />
                <span className="grow">{service.label}</span>
                <span className="tabular shrink-0 text-sm text-slate">
                  {service.charge === "perDay"
                    ? perDay(formatMoney(service.price))
                    : formatMoney(service.price)}
                </span>
              </label>
              {count > 0 && service.maxPerBooking > 1 && (
                <CountSelect
                  name={t`How many: ${{ label: service.label }}`}
                  count={count}
                  most={service.maxPerBooking}
                  onChange={(next) => put(service.code, next)}
                />
              )}
            </div>
          );
        })}
        <FormProblem text={fieldProblem(error, "services") ?? null} />
      </fieldset>
    </div>
  );
}

interface PlaceProps extends Omit<Props, "carName"> {
  side: "pickup" | "dropoff";
}

/** Where exactly in the city; nothing where the company has no places to choose from. */
function PlaceSelect({ side, rental, error, onChange }: PlaceProps) {
  const { t } = useLingui();
  const name = side === "pickup" ? "pickupPlace" : "dropoffPlace";
  const places = placesAt(siteConfig().locations, rental[`${side}Location`]);
  const value = rental[name] ?? "";
  if (places.length === 0 && !value) return null;
  const isOffered = places.some(({ code }) => code === value);
  return (
    <SelectField
      label={side === "pickup" ? t`Where we meet you` : t`Where you return the car`}
      value={value}
      error={fieldProblem(error, name)}
      onChange={({ target }) => onChange({ ...rental, [name]: target.value })}
    >
      {!isOffered && <option value={value}>{value ? t`As agreed` : t`To be agreed`}</option>}
      {places.map(({ code, name: label, fee }) => (
        <option key={code} value={code}>
          {fee ? `${label}, ${formatMoney(fee)}` : label}
        </option>
      ))}
    </SelectField>
  );
}
