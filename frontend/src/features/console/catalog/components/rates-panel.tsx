import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { NumberInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { RatesTable } from "@/features/console/shared/catalog-draft/rates-table";
import type { Car } from "../api";

export function RatesPanel({ form: { control, values, errorAt } }: { form: VersionedForm<Car> }) {
  const { t } = useLingui();
  return (
    <Panel
      title={t`Prices`}
      description={t`Daily rate by rental length. If empty, the base daily rate applies, minus your discounts for longer rentals.`}
    >
      <div className="flex flex-col gap-4">
        <RatesTable
          control={control}
          name="rates"
          rates={values.rates}
          baseRate={values.baseRate}
          error={errorAt("rates", true)}
        />
        <NumberInput control={control} name="baseRate" label={t`Base daily rate`} empty={0} />
      </div>
    </Panel>
  );
}
