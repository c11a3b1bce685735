import { useLingui } from "@lingui/react/macro";
import { FilterDay, FilterSelect } from "@/components/console/filter-fields";
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
      <FilterSelect
        label={t`Vehicle`}
        value={filters.vehicle}
        onChange={(vehicle) => onChange({ vehicle })}
        all={t`All vehicles`}
        options={vehicles.map(({ id, plate, car }) => [id, `${plate} · ${car}`])}
      />
      <FilterSelect
        label={t`Kind`}
        value={filters.kind}
        onChange={(kind) => onChange({ kind })}
        all={t`All kinds`}
        options={Object.entries(costKinds).map(([kind, name]) => [kind, t(name)])}
      />
      <FilterDay label={t`From`} value={filters.from} onChange={(from) => onChange({ from })} />
      <FilterDay label={t`Until`} value={filters.to} onChange={(to) => onChange({ to })} />
    </search>
  );
}
