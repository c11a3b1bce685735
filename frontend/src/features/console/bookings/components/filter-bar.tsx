import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Search, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { controlClass, SelectField, TextField } from "@/components/ui/field";
import { filterChoicesQuery } from "../api";
import { countSet, type Filters } from "../rules/filters";

const typingPauseMilliseconds = 300;

interface Props {
  filters: Filters;
  onChange: (changes: Partial<Record<keyof Filters, string>>) => void;
}

/** Search, and everything else the list can be narrowed by. */
export function FilterBar({ filters, onChange }: Props) {
  const { t } = useLingui();
  const choices = useQuery(filterChoicesQuery).data;
  const [typed, setTyped] = useState(filters.search ?? "");
  // The address is written when the typing pauses, not for every letter.
  useEffect(() => {
    if (typed === (filters.search ?? "")) return undefined;
    const timer = setTimeout(() => onChange({ search: typed }), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, filters.search, onChange]);
  const set = countSet(filters) - (filters.status ? 1 : 0);

  return (
    <search className="mt-4 grid gap-3">
      <div className="relative max-w-xl">
        <Search aria-hidden size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
        <input
          type="search"
          aria-label={t`Search bookings`}
          placeholder={t`Name, email, phone, reference or car`}
          maxLength={100}
          className={controlClass("pl-10 text-ellipsis")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <details open={set > 0} className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-xl text-sm font-semibold text-slate">
          <SlidersHorizontal aria-hidden size={16} />
          {set > 0 ? <Trans>More filters ({set})</Trans> : <Trans>More filters</Trans>}
        </summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <SelectField
            label={t`Car`}
            value={filters.car ?? ""}
            onChange={(event) => onChange({ car: event.target.value })}
          >
            <option value="">
              <Trans>All cars</Trans>
            </option>
            {choices?.cars.map((car) => (
              <option key={car}>{car}</option>
            ))}
          </SelectField>
          <SelectField
            label={t`Affiliate`}
            value={filters.affiliate ?? ""}
            onChange={(event) => onChange({ affiliate: event.target.value })}
          >
            <option value="">
              <Trans>All bookings</Trans>
            </option>
            {choices?.affiliates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t`Pickup from`}
            type="date"
            value={filters.pickupFrom ?? ""}
            onChange={(event) => onChange({ pickupFrom: event.target.value })}
          />
          <TextField
            label={t`Pickup until`}
            type="date"
            min={filters.pickupFrom}
            value={filters.pickupTo ?? ""}
            onChange={(event) => onChange({ pickupTo: event.target.value })}
          />
          <label className="flex min-h-11 items-center gap-2 text-sm sm:col-span-2">
            <input
              type="checkbox"
              className="size-5 accent-(--accent)"
              checked={filters.needsReview === "true"}
              onChange={(event) => onChange({ needsReview: event.target.checked ? "true" : "" })}
            />
            <Trans>Only bookings that need a look</Trans>
          </label>
        </div>
      </details>
    </search>
  );
}
