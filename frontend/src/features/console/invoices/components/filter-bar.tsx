import { useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { controlClass, SelectField, TextField } from "@/components/ui/field";
import { documentNames } from "@/features/console/shared/money-words";
import type { Filters } from "../api";

const typingPauseMilliseconds = 300;

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
  const [typed, setTyped] = useState(filters.search ?? "");
  // The address is written when the typing pauses, not for every letter.
  useEffect(() => {
    if (typed === (filters.search ?? "")) return undefined;
    const timer = setTimeout(() => onChange({ search: typed }, { replace: true }), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, filters.search, onChange]);
  return (
    <search className="mt-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <div className="relative col-span-2 lg:col-span-1">
        <Search aria-hidden size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
        <input
          type="search"
          aria-label={t`Search documents`}
          placeholder={t`Number, booking or customer`}
          maxLength={100}
          className={controlClass("pl-10 text-ellipsis")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <SelectField
          label={t`Kind`}
          value={filters.kind ?? ""}
          onChange={(event) => onChange({ kind: event.target.value })}
        >
          <option value="">{t`All kinds`}</option>
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
