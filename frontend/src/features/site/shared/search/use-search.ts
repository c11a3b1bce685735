import { day, oneOf, useAddressState } from "@/lib/address-state";
import { todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { visitorsQuery } from "@/lib/visitors-query";
import { type Search, type SearchForm, type SearchLimits, searchOf } from "./rules";

interface AddressSearch {
  /** What the address says, empty texts where it says nothing that can be read. */
  form: SearchForm;
  /** The address carries a whole search, be it a good one or not. */
  isAsked: boolean;
  /** The search, when it has an answer. */
  search: Search | null;
  limits: SearchLimits;
  /** Puts a search into the address. */
  ask: (form: SearchForm) => void;
}

/** The visitor's search. It lives in the address, under the names of the wizard's link. */
export function useSearch(): AddressSearch {
  const { locations, rental, tenant } = siteConfig();
  const place = oneOf(locations.map(({ code }) => code));
  const [state, change] = useAddressState(
    { pickup: place, dropoff: place, pickupDate: day, returnDate: day },
    { clean: visitorsQuery },
  );
  const form = {
    pickupLocation: state.pickup ?? "",
    dropoffLocation: state.dropoff ?? "",
    pickupDate: state.pickupDate ?? "",
    returnDate: state.returnDate ?? "",
  };
  const limits = {
    minimumDays: rental.minimumDays,
    today: todayIn(tenant.timezone),
  };
  return {
    form,
    isAsked: Object.values(form).every(Boolean),
    search: searchOf(form, limits),
    limits,
    ask: ({ pickupLocation, dropoffLocation, pickupDate, returnDate }) =>
      change({ pickup: pickupLocation, dropoff: dropoffLocation, pickupDate, returnDate }),
  };
}
