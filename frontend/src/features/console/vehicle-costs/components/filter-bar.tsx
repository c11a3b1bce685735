import { useLingui } from "@lingui/react/macro";
import { SelectField, TextField } from "@/components/ui/field";
import { type CostFilters, costKinds } from "@/features/console/shared/costs/costs";
import type { Vehicle } from "@/features/console/shared/fleet";

interface Props {
  vehicles: readonly Vehicle[];
  filters: CostFilters;
  onChange: (changes: Partial<Record<keyof CostFilters, string | undefined>>) => void;
}

/** Vehicle, kind and days. */
export function FilterBar({ vehicles, filters, onChange }: Props) {
  const { t } = useLingui();
  return (
    <search className="mt-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-4">
      <SelectField
        label={t`Vehicle`}
        value={filters.vehicle ?? ""}
        onChange={(event) => onChange({ vehicle: event.target.value })}
      >
        <option value="">{t`All vehicles`}</option>
        {vehicles.map(({ id, plate, car }) => (
          <option key={id} value={id}>{`${plate} · ${car}`}</option>
        ))}
      </SelectField>
      <SelectField
        label={t`Kind`}
        value={filters.kind ?? ""}
        onChange={(event) => onChange({ kind: event.target.value })}
      >
        <option value="">{t`All kinds`}</option>
        {Object.entries(costKinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`From`}
        type="date"
        value={filters.from ?? ""}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label={t`Until`}
        type="date"
        value={filters.to ?? ""}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </search>
  );
}
