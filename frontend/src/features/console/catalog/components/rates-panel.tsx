import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import { AmountField } from "@/features/console/shared/catalog-draft/amount-field";
import { RatesTable } from "@/features/console/shared/catalog-draft/rates-table";
import type { PanelProps } from "../rules";

export function RatesPanel({ car, change, errors }: PanelProps) {
  const { t } = useLingui();
  return (
    <Panel
      title={t`Prices`}
      description={t`What a day costs by the length of the rental. Without such prices the price below holds, less your discounts for long rentals.`}
    >
      <div className="flex flex-col gap-4">
        <RatesTable
          rates={car.rates}
          baseRate={car.baseRate}
          errors={errors}
          onChange={(rates) => change({ rates })}
        />
        <AmountField
          label={t`Price a day without bands`}
          value={car.baseRate}
          error={errors.baseRate}
          onChange={(baseRate) => change({ baseRate: baseRate ?? 0 })}
        />
      </div>
    </Panel>
  );
}
