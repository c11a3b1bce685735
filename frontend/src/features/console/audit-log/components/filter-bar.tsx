import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
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
      <SelectField
        label={t`Who`}
        value={filters.adminId ?? ""}
        onChange={(event) => onChange({ adminId: event.target.value })}
      >
        <option value="">
          <Trans>Everyone</Trans>
        </option>
        {users.data?.users.map((user) => (
          <option key={user.id} value={user.id}>
            {user.name || user.email}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Area`}
        value={filters.action ?? ""}
        onChange={(event) => onChange({ action: event.target.value })}
      >
        <option value="">
          <Trans>Everything</Trans>
        </option>
        {areas.map((area) => (
          <option key={area.value} value={area.value}>
            {t(area.label)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`From`}
        type="date"
        value={filters.since ?? ""}
        onChange={(event) => onChange({ since: event.target.value })}
      />
      <TextField
        label={t`Until`}
        type="date"
        value={filters.until ?? ""}
        onChange={(event) => onChange({ until: event.target.value })}
      />
      {isFiltered(filters) && (
        <Button look="quiet" className="col-span-2 lg:col-span-1" onClick={() => onChange(none)}>
          <X aria-hidden size={16} /> <Trans>Clear</Trans>
        </Button>
      )}
    </div>
  );
}
