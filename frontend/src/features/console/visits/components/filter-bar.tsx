import { useLingui } from "@lingui/react/macro";
import { FilterSelect } from "@/components/console/filter-fields";
import { SearchField } from "@/components/console/search-field";
import type { Filters } from "../api";

interface Props {
  filters: Filters;
  onChange: (changes: Partial<Record<keyof Filters, string>>, step: { replace: boolean }) => void;
}

export function FilterBar({ filters, onChange }: Props) {
  const { t } = useLingui();
  return (
    <div className="mt-6 grid max-w-2xl gap-3 sm:grid-cols-2">
      <SearchField
        className="relative self-end"
        label={t`IP address`}
        placeholder={t`IP address: 192.0 or 192.0.2.0/24`}
        value={filters.ip ?? ""}
        onSearch={(ip) => onChange({ ip }, { replace: true })}
      />
      <FilterSelect
        label={t`Came by`}
        value={filters.traffic}
        onChange={(traffic) => onChange({ traffic }, { replace: true })}
        all={t`Any way`}
        options={[
          ["paid", t`Paid search`],
          ["other", t`Other ways`],
        ]}
      />
    </div>
  );
}
