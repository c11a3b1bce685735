import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Car } from "@/lib/site-config";
import { CarExtras } from "./car-extras";
import { CompareBar } from "./compare-bar";
import { FilterSelect } from "./filter-select";
import { RemoveFilter } from "./remove-filter";
import { filterNames, fitting, type Sorting, sorted, sortings } from "./rules";
import { useChoice } from "./use-choice";
import { filterLabels, filterText, sortingNames } from "./words";

interface Props {
  cars: Car[];
  /** What a car costs for the visitor's search, or a day of it at least. */
  priceOf: (car: Car) => number;
  /** Draws the cars that are left, in their order; `extras` is added to each card. */
  children: (cars: Car[], extras: (car: Car) => ReactNode) => ReactNode;
}

/** Narrows and sorts the cars, and sets up to three of them side by side. All of it is in the URL. */
export function Chooser({ cars, priceOf, children }: Props) {
  const { t } = useLingui();
  const { choices, sort, filters, setFilter, sortBy } = useChoice(cars);
  const left = sorted(fitting(cars, filters), sort, priceOf);
  const asked = filterNames.filter((name) => choices[name].length > 0);
  const total = cars.length;
  return (
    <>
      {total > 1 && (
        <div className="-mx-4 mt-6 flex items-center gap-2 overflow-x-auto px-4 pb-1 sm:mx-0 sm:flex-wrap sm:px-0">
          <FilterSelect
            label={t({ message: "Order", context: "of cars" })}
            any={t({ message: "Recommended", comment: "Cars in the order in which the company shows them" })}
            value={sort ?? ""}
            onChange={sortBy}
            options={sortings.map((value: Sorting) => ({ value, text: t(sortingNames[value]) }))}
          />
          {asked.map((name) => (
            <FilterSelect
              key={name}
              label={t(filterLabels[name])}
              any={t(filterLabels[name])}
              value={filters[name] ?? ""}
              onChange={(value) => setFilter(name, value)}
              options={choices[name].map((value) => ({ value, text: filterText(name, value) }))}
            />
          ))}
        </div>
      )}
      <p role="status" className="mt-2 min-h-6 text-sm text-slate">
        {left.length < total && (
          <Plural value={left.length} one={`# of ${total} cars fits`} other={`# of ${total} cars fit`} />
        )}
      </p>
      {total === 0 && (
        <p className="rounded-card bg-stone p-5 font-bold">
          <Trans>No cars are offered here yet.</Trans>
        </p>
      )}
      {total > 0 && left.length === 0 && (
        <RemoveFilter cars={cars} filters={filters} onRemove={(name) => setFilter(name, "")} />
      )}
      {children(left, (car) => (
        <CarExtras car={car} />
      ))}
      <CompareBar />
      {total > 1 && (
        <span className="sr-only">
          <Trans>Cars you compare appear side by side below the list.</Trans>
        </span>
      )}
    </>
  );
}
