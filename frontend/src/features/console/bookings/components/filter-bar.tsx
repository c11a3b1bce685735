import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { SearchField } from "@/components/console/search-field";
import { SelectField, TextField } from "@/components/ui/field";
import { filterChoicesQuery } from "../api";
import { countSet, type Filters } from "../rules/filters";

interface Props {
  filters: Filters;
  onChange: (changes: Partial<Record<keyof Filters, string>>) => void;
}

/** Search, and everything else the list can be narrowed by. */
export function FilterBar({ filters, onChange }: Props) {
  const { t } = useLingui();
  const choices = useQuery(filterChoicesQuery).data;
  const set = countSet(filters) - (filters.status ? 1 : 0);

  return (
    <search className="mt-4 grid gap-3">
      <SearchField
        className="relative max-w-xl"
        label={t`Search bookings`}
        placeholder={t`Name, email, phone, reference or car`}
        value={filters.search ?? ""}
        onSearch={(search) => onChange({ search })}
      />
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
          {choices && choices.channels.length > 0 && (
            <SelectField
              label={t`Channel`}
              value={filters.channel ?? ""}
              onChange={(event) => onChange({ channel: event.target.value })}
            >
              <option value="">
                <Trans>All bookings</Trans>
              </option>
              {choices.channels.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
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
            <Trans>Only bookings that need review</Trans>
          </label>
        </div>
      </details>
    </search>
  );
}
