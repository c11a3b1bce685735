import { Trans, useLingui } from "@lingui/react/macro";
import { FilterSelect } from "@/components/console/filter-fields";
import { SearchField } from "@/components/console/search-field";
import { placeName, type Vehicle, vehicleStates } from "@/features/console/shared/fleet";
import type { Filters } from "../rules";

interface Props {
  vehicles: readonly Vehicle[];
  filters: Filters;
  onChange: (
    changes: Partial<Record<keyof Filters, string | undefined>>,
    step?: { replace: boolean },
  ) => void;
}

/** What the list can be narrowed by; only what there is can be chosen. */
export function FilterBar({ vehicles, filters, onChange }: Props) {
  const { t } = useLingui();
  const cars = [...new Set(vehicles.map((each) => each.car))];
  const places = [...new Set(vehicles.map((each) => each.homeLocation))];
  return (
    <search className="mt-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))_auto]">
      <SearchField
        className="relative col-span-2 lg:col-span-1"
        label={t`Search vehicles`}
        placeholder={t`Plate, car or colour`}
        value={filters.search ?? ""}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <FilterSelect
        label={t`Car`}
        value={filters.car}
        onChange={(car) => onChange({ car })}
        all={t`All cars`}
        options={cars.map((car) => [car, car])}
      />
      <FilterSelect
        label={t`Home location`}
        value={filters.place}
        onChange={(place) => onChange({ place })}
        all={t`All locations`}
        options={places.map((place) => [place, placeName(place)])}
      />
      <FilterSelect
        label={t`State`}
        value={filters.state}
        onChange={(state) => onChange({ state })}
        all={t`All states`}
        options={Object.entries(vehicleStates).map(([state, name]) => [state, t(name)])}
      />
      <label className="flex min-h-12 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-(--accent)"
          checked={filters.due === "true"}
          onChange={(event) => onChange({ due: event.target.checked ? "true" : undefined })}
        />
        <Trans>Something due</Trans>
      </label>
    </search>
  );
}
