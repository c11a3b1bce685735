import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { maxRentalDays, offeredServices } from "@/features/site/shared/pricing/rules";
import { type WholePrice, wholePrice } from "@/features/site/shared/pricing/whole-price";
import { rentalDays, todayIn } from "@/lib/dates";
import { chosenPlaces } from "@/lib/handover-places";
import { countOf, withCount } from "@/lib/services";
import { siteConfig } from "@/lib/site-config";
import { fetchQuote, type Quote, shownVersion } from "./api";
import type { Draft } from "./draft";
import type { Rental } from "./rules/schema";
import type { PromoState } from "./use-promo";

const debounceMilliseconds = 250;

/** Set when the server prices the same choice differently: the prices on this page are outdated. */
let isPageOutdated = false;

/** The cache key of a price: equal choices have equal prices. */
interface Choice {
  details: Rental;
  services: string[];
  promoCode: string;
  /** Null where the price does not depend on it, or it is not known yet. */
  driverAge: number | null;
}

export interface RunningTotal {
  /** The price of the current choice, never of an earlier one; null while there is nothing to price. */
  price: WholePrice | null;
  /** `checked`: confirmed by the server. `unchecked`: computed by the page, because the server was unreachable. */
  state: "none" | "checking" | "checked" | "unchecked";
  error: Error | null;
  retry: () => void;
  /** Bypasses the cache: a displayed price stays while its quote is valid. */
  askAgain: () => Promise<WholePrice>;
}

/** The current choice, without services the car does not support; null while car or dates are missing. */
function choiceOf(draft: Draft, promo: PromoState): Choice | null {
  const { flightNumber: _, pickupAddress: __, dropoffAddress: ___, ...rental } = draft.details;
  const places = chosenPlaces(rental, siteConfig().locations);
  const codes = { pickupPlace: places.pickup?.code ?? "", dropoffPlace: places.dropoff?.code ?? "" };
  const details = { ...rental, ...codes };
  const days = rentalDays(details);
  if (!details.carType || days < 1 || days > maxRentalDays) return null;
  const offered = offeredServices(siteConfig(), details.carType);
  return {
    details,
    services: offered.flatMap((item) => withCount([], item.code, countOf(item, draft.services))),
    // A code that is still being checked does not affect the price yet.
    promoCode: promo.isValidating ? "" : draft.promoCode.trim(),
    driverAge: pricedAge(draft.personal.driverAge),
  };
}

function pricedAge(typed: string): number | null {
  const isPriced = siteConfig().rental.terms.youngDriverFee && /^\d{1,2}$/.test(typed.trim());
  return isPriced ? Number(typed) : null;
}

function youngDriverFee(age: number | null): number {
  const { youngDriverUnder, youngDriverFee: fee } = siteConfig().rental.terms;
  return age !== null && age < (youngDriverUnder ?? 0) ? (fee ?? 0) : 0;
}

function ownPrice(choice: Choice, promoPercent: number): WholePrice {
  const { details, services } = choice;
  const site = siteConfig();
  const times = {
    pickup: `${details.pickupDate}T${details.pickupTime}`,
    dropoff: `${details.returnDate}T${details.returnTime}`,
    bookedOn: todayIn(site.tenant.timezone),
  };
  return wholePrice(site, {
    ...details,
    days: rentalDays(details),
    times,
    services,
    promoPercent,
    youngDriverFee: youngDriverFee(choice.driverAge),
  });
}

async function ask(choice: Choice, version: number | null = null): Promise<Quote> {
  const quote = await fetchQuote(choice, version);
  const promoPercent = quote.promo?.valid ? quote.promo.percentage : 0;
  if (ownPrice(choice, promoPercent).totalPrice !== quote.totalPrice) isPageOutdated = true;
  return quote;
}

/** The key includes everything the price depends on, so an old response never applies to a newer choice. */
const quoteQuery = (choice: Choice | null, version: () => number | null = () => null) =>
  queryOptions({
    queryKey: ["quote", choice],
    queryFn: () => {
      if (!choice) throw new Error("Nothing to price.");
      return ask(choice, version());
    },
    // Sent even when the browser reports being offline, so that the failure is known.
    networkMode: "always",
    refetchOnReconnect: (query) => query.state.status === "error",
  });

/**
 * The wizard's total. The page computes it immediately with the server's rules; the server's result replaces it when
 * it arrives.
 */
export function useTotal(draft: Draft, promo: PromoState): RunningTotal {
  const client = useQueryClient();
  const choice = choiceOf(draft, promo);
  const key = JSON.stringify(choice);
  const [debouncedKey, setDebouncedKey] = useState(key);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebouncedKey(key), debounceMilliseconds);
    return () => window.clearTimeout(timer);
  }, [key]);
  const quote = useQuery({ ...quoteQuery(choice), enabled: choice !== null && debouncedKey === key });
  const askAgain = () => client.fetchQuery({ ...quoteQuery(choice, shownVersion), staleTime: 0 });
  const retry = () => void quote.refetch();
  if (!choice) return { price: null, state: "none", error: null, retry, askAgain };
  if (quote.data) {
    const state = promo.isValidating ? "checking" : "checked";
    return { price: quote.data, state, error: null, retry, askAgain };
  }
  const price = isPageOutdated ? null : ownPrice(choice, promo.isValid ? (promo.percentage ?? 0) : 0);
  const state = quote.isError && !quote.isFetching ? "unchecked" : "checking";
  return { price, state, error: quote.error, retry, askAgain };
}
