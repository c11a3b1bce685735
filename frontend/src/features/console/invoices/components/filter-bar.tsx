import { useLingui } from "@lingui/react/macro";
import { FilterDay, FilterSelect } from "@/components/console/filter-fields";
import { SearchField } from "@/components/console/search-field";
import { documentNames } from "@/features/console/shared/money-words";
import type { Filters } from "../api";

interface Props {
  filters: Filters;
  onChange: (
    changes: Partial<Record<keyof Filters, string | undefined>>,
    step?: { replace: boolean },
  ) => void;
}

/** Search, kind and days. */
export function FilterBar({ filters, onChange }: Props) {
  const { t } = useLingui();
  return (
    <search className="mt-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchField
        className="relative col-span-2 lg:col-span-1"
        label={t`Search documents`}
        placeholder={t`Number, booking or customer`}
        value={filters.search ?? ""}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <div className="col-span-2 sm:col-span-1">
        <FilterSelect
          label={t`Kind`}
          value={filters.kind}
          onChange={(kind) => onChange({ kind })}
          all={t`All kinds`}
          options={[
            ["draft", t`Drafts`],
            ...Object.entries(documentNames).map(([kind, name]) => [kind, t(name)] as const),
          ]}
        />
      </div>
      <FilterDay label={t`From`} value={filters.from} onChange={(from) => onChange({ from })} />
      <FilterDay label={t`Until`} value={filters.to} onChange={(to) => onChange({ to })} />
    </search>
  );
}
