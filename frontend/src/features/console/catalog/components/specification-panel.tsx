import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { categories, fieldLabel } from "@/features/console/shared/catalog-draft/words";
import type { Car } from "../api";
import { AcrissField } from "./acriss-field";
import { EquipmentFields } from "./equipment-fields";

const texts = ["transmission", "fuelType", "driveWheels"] as const;
const amounts = ["fuelConsumption", "deposit", "excess"] as const;
const numbers = [
  "seats",
  "doors",
  "luggageLarge",
  "luggageSmall",
  "year",
  "kilometresADay",
  "minimumAge",
] as const;

/** Specifications that visitors compare. Empty fields are hidden, or inherit the company's value. */
export function SpecificationPanel({ form }: { form: VersionedForm<Car> }) {
  const { t } = useLingui();
  const { control } = form;
  return (
    <Panel
      title={t`Specification`}
      description={t`Empty deposit, excess, mileage and age use your settings.`}
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <SelectInput control={control} name="category" label={t`Category`}>
          {Object.entries(categories).map(([code, word]) => (
            <option key={code} value={code}>
              {t(word)}
            </option>
          ))}
        </SelectInput>
        {texts.map((field) => (
          <TextInput key={field} control={control} name={field} label={fieldLabel(field)} maxLength={40} />
        ))}
        {numbers.map((field) => (
          <NumberInput key={field} control={control} name={field} label={fieldLabel(field)} digits={0} />
        ))}
        {amounts.map((field) => (
          <NumberInput key={field} control={control} name={field} label={fieldLabel(field)} />
        ))}
      </div>
      <AcrissField form={form} />
      <EquipmentFields form={form} />
    </Panel>
  );
}
