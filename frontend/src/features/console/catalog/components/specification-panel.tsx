import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { SelectField, TextField } from "@/components/ui/field";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import { fieldLabel } from "@/features/console/shared/catalog-draft/words";
import type { Car, PanelProps } from "../rules";
import { categories } from "../words";
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

/** What visitors compare. What is left empty is not said, or holds as for all cars of the company. */
export function SpecificationPanel({ car, change, errors }: PanelProps) {
  const { t } = useLingui();
  return (
    <Panel
      title={t`Specification`}
      description={t`Deposit, excess, kilometres and age that are left empty are those of your settings.`}
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <SelectField
          label={t`Category`}
          value={car.category}
          error={errors.category}
          onChange={(event) => change({ category: event.target.value as Car["category"] })}
        >
          {Object.entries(categories).map(([code, word]) => (
            <option key={code} value={code}>
              {t(word)}
            </option>
          ))}
        </SelectField>
        {texts.map((field) => (
          <TextField
            key={field}
            label={fieldLabel(field)}
            maxLength={40}
            value={car[field]}
            error={errors[field]}
            onChange={(event) => change({ [field]: event.target.value })}
          />
        ))}
        {[...numbers, ...amounts].map((field) => (
          <AmountField
            key={field}
            label={fieldLabel(field)}
            isWhole={(numbers as readonly string[]).includes(field)}
            value={car[field]}
            error={errors[field]}
            onChange={(value) => change({ [field]: value })}
          />
        ))}
      </div>
      <EquipmentFields car={car} change={change} errors={errors} />
    </Panel>
  );
}
