import { type Car, siteConfig } from "@/lib/site-config";
import { oneOf, textUpTo, useUrlState } from "@/lib/url-state";
import { visitorsQuery } from "@/lib/visitors-query";
import { choicesOf, comparedOf, type FilterName, type Filters, maxCompared, sortings } from "./rules";

const maxList = 200;
const options = { clean: visitorsQuery };

/** How the visitor narrows and sorts the company's cars. It is stored in the URL. */
export function useChoice(cars: readonly Car[]) {
  const choices = choicesOf(cars);
  const [state, change] = useUrlState(
    {
      sort: oneOf(sortings),
      category: oneOf(choices.category),
      drive: oneOf(choices.drive),
      gearbox: oneOf(choices.gearbox),
      seats: oneOf(choices.seats),
      luggage: oneOf(choices.luggage),
    },
    options,
  );
  const { sort, ...filters } = state;
  return {
    choices,
    sort,
    filters: filters as Filters,
    /** Each change of a filter is a history entry: Back reverts it. */
    setFilter: (name: FilterName, value: string) =>
      change({ [name]: value || undefined }, { flushSync: true }),
    sortBy: (value: string) => change({ sort: value || undefined }, { flushSync: true }),
  };
}

/** The compared cars. They are in the URL, so that a link shows the same. */
export function useCompared() {
  const cars = siteConfig().cars.filter(({ inFleet }) => inFleet);
  const [state, change] = useUrlState({ compare: textUpTo(maxList) }, options);
  const compared = comparedOf(cars, state.compare);
  const keep = (kept: Car[]) =>
    change(
      { compare: kept.map(({ slug }) => slug).join(",") || undefined },
      { replace: true, flushSync: true },
    );
  return {
    compared,
    isFull: compared.length >= maxCompared,
    toggle: (car: Car) =>
      keep(compared.includes(car) ? compared.filter((item) => item !== car) : [...compared, car]),
    clear: () => keep([]),
  };
}
