import { Trans, useLingui } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { controlClass, SelectField } from "@/components/ui/field";
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
      <div className="relative col-span-2 lg:col-span-1">
        <Search aria-hidden size={18} className="pointer-events-none absolute top-3.5 left-3.5 text-muted" />
        <input
          type="search"
          aria-label={t`Search vehicles`}
          placeholder={t`Plate, car or colour`}
          maxLength={60}
          className={controlClass("pl-10")}
          value={filters.search ?? ""}
          onChange={(event) => onChange({ search: event.target.value }, { replace: true })}
        />
      </div>
      <SelectField
        label={t`Car`}
        value={filters.car ?? ""}
        onChange={(event) => onChange({ car: event.target.value })}
      >
        <option value="">
          <Trans>All cars</Trans>
        </option>
        {cars.map((car) => (
          <option key={car}>{car}</option>
        ))}
      </SelectField>
      <SelectField
        label={t`Home location`}
        value={filters.place ?? ""}
        onChange={(event) => onChange({ place: event.target.value })}
      >
        <option value="">
          <Trans>All locations</Trans>
        </option>
        {places.map((place) => (
          <option key={place} value={place}>
            {placeName(place)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`State`}
        value={filters.state ?? ""}
        onChange={(event) => onChange({ state: event.target.value })}
      >
        <option value="">
          <Trans>All states</Trans>
        </option>
        {Object.entries(vehicleStates).map(([state, name]) => (
          <option key={state} value={state}>
            {t(name)}
          </option>
        ))}
      </SelectField>
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
