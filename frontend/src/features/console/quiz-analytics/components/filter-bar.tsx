import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { buttonClass } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { deviceName } from "@/features/console/shared/devices";
import { formatNumber } from "@/lib/format";
import { type FilterName, filterNames, type View } from "../rules/view";
import { PeriodFields } from "./period-fields";

type Choices = components["schemas"]["Choices"];

const labels: Record<FilterName, MessageDescriptor> = {
  utmSource: msg`Source`,
  utmCampaign: msg`Campaign`,
  quizVersion: msg`Quiz version`,
  device: msg`Device`,
};
const everything: Record<FilterName, MessageDescriptor> = {
  utmSource: msg`All sources`,
  utmCampaign: msg`All campaigns`,
  quizVersion: msg`All versions`,
  device: msg`All devices`,
};

interface Props {
  view: View;
  today: string;
  choices: Choices | undefined;
  /** Sets and, by undefined, removes parameters of the address. */
  onChoose: (changes: Record<string, string | undefined>) => void;
}

/** Which days and which sessions. On a phone the sessions' part is folded away. */
export function FilterBar({ view, today, choices, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const active = filterNames.filter((name) => view.filters[name] !== undefined);
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <PeriodFields view={view} today={today} onChoose={onChoose} />
      <button
        type="button"
        aria-expanded={open}
        aria-controls="session-filters"
        onClick={() => setOpen(!open)}
        className={buttonClass("quiet", "min-h-11 px-4 text-sm lg:hidden")}
      >
        <SlidersHorizontal aria-hidden size={16} />{" "}
        {active.length > 0 ? <Trans>Filters ({{ count: active.length }})</Trans> : <Trans>Filters</Trans>}
      </button>
      <div
        id="session-filters"
        className={`${open ? "grid" : "hidden"} order-last w-full grid-cols-1 gap-2 sm:grid-cols-2 lg:order-none lg:flex lg:w-auto lg:items-end`}
      >
        {filterNames.map((name) => (
          <Select key={name} name={name} view={view} choices={choices?.[name]} onChoose={onChoose} />
        ))}
      </div>
      {active.length > 0 && (
        <button
          type="button"
          onClick={() => onChoose(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
          className={buttonClass("plain", "min-h-11 px-2 text-sm")}
        >
          <X aria-hidden size={16} /> <Trans>Clear filters</Trans>
        </button>
      )}
    </div>
  );
}

interface SelectProps extends Pick<Props, "view" | "onChoose"> {
  name: FilterName;
  choices: components["schemas"]["Choice"][] | undefined;
}

function Select({ name, view, choices, onChoose }: SelectProps) {
  const { t } = useLingui();
  const valueText = (value: string) => {
    if (name === "device") return deviceName(value);
    return value === "(none)" ? t`None given` : value;
  };
  const chosen = view.filters[name];
  const isListed = chosen === undefined || choices?.some((choice) => choice.value === chosen);
  return (
    <label className="block text-xs text-muted">
      <span className="mb-1 block px-1">{t(labels[name])}</span>
      <select
        aria-label={t(labels[name])}
        className={controlClass("min-h-11 py-0 text-sm lg:max-w-48")}
        value={chosen ?? ""}
        onChange={(event) => onChoose({ [name]: event.target.value || undefined })}
      >
        <option value="">{t(everything[name])}</option>
        {!isListed && <option value={chosen}>{valueText(chosen)}</option>}
        {choices?.map(({ value, sessions }) => (
          <option key={value} value={value}>
            {valueText(value)} ({formatNumber(sessions)})
          </option>
        ))}
      </select>
    </label>
  );
}
