import { Trans, useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/ui/field";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import { ConflictNotice } from "@/features/console/shared/catalog-draft/conflict-notice";
import { SaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import type { Car, Service } from "../rules";
import { TextFields } from "./text-fields";

export function ServiceForm({ code, cars }: { code: string; cars: Car[] }) {
  const { t } = useLingui();
  const item = useDraftItem("services", code);
  const { value, change, errors } = item;
  if (!value) return null;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void item.save();
      }}
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <AmountField
          label={t`Price`}
          value={value.price}
          error={errors.price}
          onChange={(price) => change({ price: price ?? 0 })}
        />
        <SelectField
          label={t`Charged`}
          value={value.charge}
          onChange={(event) => change({ charge: event.target.value as Service["charge"] })}
        >
          <option value="perDay">{t`for each day`}</option>
          <option value="flat">{t`once`}</option>
        </SelectField>
        <AmountField
          label={t`Stock`}
          isWhole
          hint={t`How many you have. Empty: as many as are asked for.`}
          value={value.stock}
          error={errors.stock}
          onChange={(stock) => change({ stock })}
        />
        <AmountField
          label={t`Most in one booking`}
          isWhole
          value={value.maxPerBooking}
          error={errors.maxPerBooking}
          onChange={(most) => change({ maxPerBooking: most ?? 1 })}
        />
      </div>
      <TextFields
        fields={[
          { field: "label", label: t`Name`, kind: "line" },
          { field: "group", label: t`Group`, kind: "line" },
          { field: "description", label: t`Description`, kind: "text" },
          { field: "note", label: t`Note`, kind: "line" },
        ]}
        item={value}
        errors={errors}
        change={change}
      />
      <CarChoice chosen={value.onlyForCars} cars={cars} onChange={(onlyForCars) => change({ onlyForCars })} />
      <SaveBar item={item} />
      <ConflictNotice
        conflict={item.conflict}
        keepMine={item.keepMine}
        takeTheirs={item.takeTheirs}
        dismiss={item.dismiss}
      />
    </form>
  );
}

interface ChoiceProps {
  chosen: string[];
  cars: Car[];
  onChange: (slugs: string[]) => void;
}

/** None chosen is every car. */
function CarChoice({ chosen, cars, onChange }: ChoiceProps) {
  const put = (slug: string, isIn: boolean) =>
    onChange(isIn ? [...chosen, slug] : chosen.filter((each) => each !== slug));
  return (
    <details open={chosen.length > 0}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-slate">
        <Trans>Only with some cars</Trans>
      </summary>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {cars.map((car) => (
          <label key={car.slug} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(car.slug)}
              onChange={(event) => put(car.slug, event.target.checked)}
            />
            {car.name}
          </label>
        ))}
      </div>
    </details>
  );
}
