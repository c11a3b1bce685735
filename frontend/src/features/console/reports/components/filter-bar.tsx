import { Trans, useLingui } from "@lingui/react/macro";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { FilterChips } from "@/components/console/filter-chips";
import { buttonClass } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { Labelled, PeriodFields } from "@/features/console/shared/period/period-fields";
import { filterNames, maxDays, none, selectableYears, sources, type View } from "../rules/view";
import { cutNames, rowName, sourceName } from "../rules/words";

interface Props {
  view: View;
  today: string;
  choices: components["schemas"]["ReportChoices"] | undefined;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

const cleared = Object.fromEntries(filterNames.map((name) => [name, undefined]));
/** Set by a press on a row of the table. */
const fromRows = ["campaign", "affiliate", "answer"] as const;
const selectable = ["model", "vehicle", "place", "source"] as const;

/** Which days, which rentals, and what to compare with. On a phone the rentals' part is folded away. */
export function FilterBar({ view, today, choices, onChoose }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const active = filterNames.filter((name) => view.filters[name] !== undefined);
  // The others have their select, which shows them.
  const chips = fromRows.flatMap((name) => {
    const key = view.filters[name];
    if (key === undefined) return [];
    const onRemove = () => onChoose({ [name]: undefined });
    return [{ key: name, title: t(cutNames[name]), value: rowName(name, { key }), onRemove }];
  });
  const options: Record<(typeof selectable)[number], { key: string; label: string }[] | undefined> = {
    model: choices?.models,
    vehicle: choices?.vehicles,
    place: choices?.places,
    source: sources.map((source) => ({ key: source, label: sourceName(source) })),
  };
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <PeriodFields
        period={view}
        today={today}
        years={selectableYears(Number(today.slice(0, 4)))}
        wholeYear={t`Whole year`}
        maxDays={maxDays}
        onChoose={onChoose}
      />
      <Labelled name={t`Compared with`}>
        <select
          className={controlClass("min-h-11 py-0 text-sm")}
          value={view.compare}
          onChange={(event) => onChoose({ compare: event.target.value })}
        >
          <option value="before">{t`previous period`}</option>
          <option value="year">{t`a year earlier`}</option>
        </select>
      </Labelled>
      <button
        type="button"
        aria-expanded={open}
        aria-controls="rental-filters"
        onClick={() => setOpen(!open)}
        className={buttonClass("quiet", "min-h-11 px-4 text-sm lg:hidden")}
      >
        <SlidersHorizontal aria-hidden size={16} />{" "}
        {active.length > 0 ? <Trans>Filters ({{ count: active.length }})</Trans> : <Trans>Filters</Trans>}
      </button>
      <div
        id="rental-filters"
        className={`${open ? "grid" : "hidden"} order-last w-full grid-cols-2 gap-2 lg:order-none lg:flex lg:w-auto lg:items-end`}
      >
        {selectable.map((name) => (
          <Labelled key={name} name={t(cutNames[name])}>
            <select
              className={controlClass("min-h-11 py-0 text-sm lg:max-w-40")}
              value={view.filters[name] ?? ""}
              onChange={(event) => onChoose({ [name]: event.target.value || undefined })}
            >
              <option value="">{t({ message: "All", context: "every value of a filter" })}</option>
              {view.filters[name] === none && <option value={none}>{rowName(name, { key: none })}</option>}
              {options[name]?.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </Labelled>
        ))}
      </div>
      <FilterChips chips={chips} canClear={active.length > 0} onClear={() => onChoose(cleared)} />
    </div>
  );
}
