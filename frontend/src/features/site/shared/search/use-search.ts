import { nowIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { day, oneOf, useUrlState } from "@/lib/url-state";
import { visitorsQuery } from "@/lib/visitors-query";
import { type Search, type SearchForm, type SearchLimits, searchOf } from "./rules";
import { clock, timesOf } from "./times";

interface UrlSearch {
  /** What the address says, empty texts where it says nothing that can be read; times that no one has chosen too. */
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
export function useSearch(): UrlSearch {
  const { locations, rental, tenant } = siteConfig();
  const place = oneOf(locations.map(({ code }) => code));
  const [state, change] = useUrlState(
    { pickup: place, dropoff: place, pickupDate: day, pickupTime: clock, returnDate: day, returnTime: clock },
    { clean: visitorsQuery },
  );
  const form = {
    pickupLocation: state.pickup ?? "",
    dropoffLocation: state.dropoff ?? "",
    pickupDate: state.pickupDate ?? "",
    pickupTime: state.pickupTime ?? "",
    returnDate: state.returnDate ?? "",
    returnTime: state.returnTime ?? "",
  };
  const limits = {
    minimumDays: rental.minimumDays,
    now: nowIn(tenant.timezone),
  };
  return {
    form,
    isAsked: [form.pickupLocation, form.dropoffLocation, form.pickupDate, form.returnDate].every(Boolean),
    search: searchOf({ ...form, ...timesOf(form, locations, limits.now) }, limits),
    limits,
    ask: ({ pickupLocation: pickup, dropoffLocation: dropoff, ...times }) =>
      change({ pickup, dropoff, ...times }),
  };
}
