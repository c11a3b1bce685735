import { Plural, Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { Car } from "@/lib/site-config";
import { type FilterName, type Filters, filterNames, removalsOf } from "./rules";
import { filterText } from "./words";

interface Props {
  cars: Car[];
  filters: Filters;
  onRemove: (name: FilterName) => void;
}

/** No car matches: which filters to remove. */
export function RemoveFilter({ cars, filters, onRemove }: Props) {
  const single = removalsOf(cars, filters);
  const shown =
    single.length > 0
      ? single
      : filterNames.flatMap((name) => (filters[name] ? [{ name, value: filters[name], count: 0 }] : []));
  return (
    <div className="rounded-card bg-stone p-5">
      <p className="font-bold">
        <Trans>No car matches all filters. Remove one:</Trans>
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {shown.map(({ name, value, count }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onRemove(name)}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-panel px-4 text-sm font-semibold"
            >
              <X aria-hidden size={16} />
              {filterText(name, value)}
              {count > 0 && (
                <span className="font-normal text-slate">
                  <Plural value={count} one="# car" other="# cars" />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
