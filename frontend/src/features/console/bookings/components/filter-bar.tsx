import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { FilterDay, FilterSelect } from "@/components/console/filter-fields";
import { SearchField } from "@/components/console/search-field";
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
          <FilterSelect
            label={t`Car`}
            value={filters.car}
            onChange={(car) => onChange({ car })}
            all={t`All cars`}
            options={(choices?.cars ?? []).map((car) => [car, car])}
          />
          <FilterSelect
            label={t`Affiliate`}
            value={filters.affiliate}
            onChange={(affiliate) => onChange({ affiliate })}
            all={t`All bookings`}
            options={(choices?.affiliates ?? []).map(({ id, name }) => [id, name])}
          />
          {choices && choices.channels.length > 0 && (
            <FilterSelect
              label={t`Channel`}
              value={filters.channel}
              onChange={(channel) => onChange({ channel })}
              all={t`All bookings`}
              options={choices.channels.map(({ id, name }) => [id, name])}
            />
          )}
          <FilterDay
            label={t`Pickup from`}
            value={filters.pickupFrom}
            onChange={(pickupFrom) => onChange({ pickupFrom })}
          />
          <FilterDay
            label={t`Pickup until`}
            min={filters.pickupFrom}
            value={filters.pickupTo}
            onChange={(pickupTo) => onChange({ pickupTo })}
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
