import { useLingui } from "@lingui/react/macro";
import { useFormContext, useWatch } from "react-hook-form";
import { CountSelect } from "@/components/ui/count-select";
import { SelectField } from "@/components/ui/field";
import { useCompanyTexts } from "@/features/console/shared/company-texts";
import { formatMoney, formatNumber, perDay } from "@/lib/format";
import { countOf, withCount } from "@/lib/services";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import type { Quote } from "../api";
import type { RentalForm } from "../rules/schema";
import { availabilityWords } from "../words";
import { FormSection, useField } from "./form-section";

interface Props {
  cars: Quote["cars"];
  refusals: Record<string, string>;
  isHandedOver?: boolean;
  /** The car of the booking that is changed: what it takes itself says nothing about it. */
  own?: string;
}

/** Car, protection and extras; each car shows its availability for these dates. */
export function CarSection({ cars, refusals, isHandedOver = false, own }: Props) {
  const { t } = useLingui();
  const { insurance, services } = useCompanyTexts();
  const { setValue } = useFormContext<RentalForm>();
  const field = useField(refusals);
  const car = useWatch<RentalForm, "car">({ name: "car" });
  const chosen = useWatch<RentalForm, "services">({ name: "services" });
  const all = siteConfig().cars;
  const offered = isHandedOver ? all.filter(({ name }) => name === car) : all;
  const known = offered.some(({ name }) => name === car) || !car;

  function availabilityText(name: string): string {
    const found = cars.find((each) => each.car === name);
    if (!found || name === own) return "";
    const words = t(availabilityWords[found.state]);
    return found.left ? `${formatNumber(found.left)} ${words}` : words;
  }
  const carField = field("car");
  return (
    <FormSection title={t`Car and extras`}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t`Car`}
          {...carField}
          onChange={(event) => {
            // Another car has other vehicles.
            setValue("vehicleId", "");
            void carField.onChange(event);
          }}
        >
          {!known && <option value={car}>{car}</option>}
          {offered.map(({ name }) => (
            <option key={name} value={name}>
              {[name, availabilityText(name)].filter(Boolean).join(" · ")}
            </option>
          ))}
        </SelectField>
        <SelectField label={t`Insurance`} {...field("insuranceType")}>
          {insurance.map(({ code, label, dailyRate }) => (
            <option key={code} value={code}>
              {dailyRate > 0 ? `${label} · ${perDay(formatMoney(dailyRate))}` : label}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset aria-label={t`Extras`} className="flex flex-wrap gap-2">
        {services
          .filter(({ hiddenForCars }) => !hiddenForCars.includes(car))
          .map((service) => (
            <ServiceTick
              key={service.code}
              service={service}
              count={countOf(service, chosen)}
              onChange={(count) =>
                setValue("services", withCount(chosen, service.code, count), { shouldDirty: true })
              }
            />
          ))}
      </fieldset>
    </FormSection>
  );
}

interface TickProps {
  service: SiteConfig["services"][number];
  count: number;
  onChange: (count: number) => void;
}

function ServiceTick({ service, count, onChange }: TickProps) {
  const { t } = useLingui();
  const { label, price, charge, maxPerBooking } = service;
  return (
    <div className="flex items-center gap-2 rounded-xl border border-line text-sm has-checked:border-pine has-checked:bg-stone hover:bg-stone">
      <label className="flex min-h-11 cursor-pointer items-center gap-2 px-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-pine"
          checked={count > 0}
          onChange={() => onChange(count > 0 ? 0 : 1)}
        />
        <span>{label}</span>
        <span className="tabular text-muted">
          {charge === "perDay" ? perDay(formatMoney(price)) : formatMoney(price)}
        </span>
      </label>
      {count > 0 && maxPerBooking > 1 && (
        <CountSelect name={t`Quantity: ${label}`} count={count} most={maxPerBooking} onChange={onChange} />
      )}
    </div>
  );
}
