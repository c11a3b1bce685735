import { oneOf, textUpTo, useAddressState } from "@/lib/address-state";
import { type Car, siteConfig } from "@/lib/site-config";
import { visitorsQuery } from "@/lib/visitors-query";
import { choicesOf, comparedOf, maxCompared, sortings, type Wishes, type WishName } from "./rules";

const maxList = 200;
const options = { clean: visitorsQuery };

/** How the visitor narrows and sorts the company's cars. It lives in the address. */
export function useChoice(cars: readonly Car[]) {
  const choices = choicesOf(cars);
  const [state, change] = useAddressState(
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
  const { sort, ...wishes } = state;
  return {
    choices,
    sort,
    wishes: wishes as Wishes,
    /** Each wish is a step of the history: Back takes it back. */
    wish: (name: WishName, value: string) => change({ [name]: value || undefined }, { flushSync: true }),
    sortBy: (value: string) => change({ sort: value || undefined }, { flushSync: true }),
  };
}

/** The cars that stand side by side. They live in the address, so that a link shows the same. */
export function useCompared() {
  const cars = siteConfig().cars.filter(({ inFleet }) => inFleet);
  const [state, change] = useAddressState({ compare: textUpTo(maxList) }, options);
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
