import { useLingui } from "@lingui/react/macro";
import { SearchField } from "@/components/console/search-field";
import { SelectField, TextField } from "@/components/ui/field";
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
        <SelectField
          label={t`Kind`}
          value={filters.kind ?? ""}
          onChange={(event) => onChange({ kind: event.target.value })}
        >
          <option value="">{t`All kinds`}</option>
          <option value="draft">{t`Drafts`}</option>
          {Object.entries(documentNames).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {t(name)}
            </option>
          ))}
        </SelectField>
      </div>
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
