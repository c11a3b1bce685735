import { Trans, useLingui } from "@lingui/react/macro";
import { NumberInput, SelectInput } from "@/components/forms/fields";
import { type Draft, entriesOf, type Items } from "@/features/console/shared/catalog-draft/api";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { TextFields } from "@/features/console/shared/catalog-draft/text-fields";
import { useCatalogForm } from "@/features/console/shared/catalog-draft/use-catalog-form";

export function ServiceForm({ code, draft }: { code: string; draft: Draft }) {
  const { t } = useLingui();
  const form = useCatalogForm("services", code, draft);
  const { control } = form;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.onSubmit}>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <NumberInput control={control} name="price" label={t`Price`} empty={0} />
        <SelectInput control={control} name="charge" label={t`Charged`}>
          <option value="perDay">{t`for each day`}</option>
          <option value="flat">{t`once`}</option>
        </SelectInput>
        <NumberInput
          control={control}
          name="stock"
          label={t`Stock`}
          digits={0}
          hint={t`How many you have. Empty: as many as are asked for.`}
        />
        <NumberInput
          control={control}
          name="maxPerBooking"
          label={t`Most in one booking`}
          digits={0}
          empty={1}
        />
      </div>
      <TextFields
        form={form}
        texts={[
          { field: "label", label: t`Name` },
          { field: "group", label: t`Group` },
          { field: "description", label: t`Description`, kind: "text" },
          { field: "note", label: t`Note` },
        ]}
      />
      <CarChoice
        chosen={form.values.onlyForCars}
        cars={entriesOf(draft, "cars").flatMap(({ item }) => item ?? [])}
        onChange={(slugs) => form.set("onlyForCars", slugs)}
      />
      <DraftSaveBar form={form} />
    </form>
  );
}

interface ChoiceProps {
  chosen: string[];
  cars: Items["cars"][];
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
              className="size-5 shrink-0 accent-pine"
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
