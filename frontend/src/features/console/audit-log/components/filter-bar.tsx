import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { FilterDay, FilterSelect } from "@/components/console/filter-fields";
import { Button } from "@/components/ui/button";
import { usersQuery } from "@/features/console/shared/users";
import { type Filters, isFiltered } from "../api";
import { areas } from "../rules/words";

interface Props {
  filters: Filters;
  onChange: (changes: Partial<Record<keyof Filters, string>>) => void;
}

const none: Record<Exclude<keyof Filters, "sort">, string> = {
  adminId: "",
  action: "",
  since: "",
  until: "",
  subjectKind: "",
  subjectId: "",
};

export function FilterBar({ filters, onChange }: Props) {
  const { t } = useLingui();
  const users = useQuery(usersQuery);
  return (
    <div className="mt-6 grid grid-cols-2 items-end gap-3 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]">
      <FilterSelect
        label={t`Who`}
        value={filters.adminId}
        onChange={(adminId) => onChange({ adminId })}
        all={t`Everyone`}
        options={(users.data?.users ?? []).map(({ id, name, email }) => [id, name || email])}
      />
      <FilterSelect
        label={t`Area`}
        value={filters.action}
        onChange={(action) => onChange({ action })}
        all={t`Everything`}
        options={areas.map(({ value, label }) => [value, t(label)])}
      />
      <FilterDay label={t`From`} value={filters.since} onChange={(since) => onChange({ since })} />
      <FilterDay label={t`Until`} value={filters.until} onChange={(until) => onChange({ until })} />
      {isFiltered(filters) && (
        <Button look="quiet" className="col-span-2 lg:col-span-1" onClick={() => onChange(none)}>
          <X aria-hidden size={16} /> <Trans>Clear</Trans>
        </Button>
      )}
    </div>
  );
}
