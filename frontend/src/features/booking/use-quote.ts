import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { fetchQuote, type Quote } from "./api";
import type { Draft } from "./draft";

/** The server's price of what is chosen. Until a new choice is priced, the price before stays in sight. */
export function useQuote(draft: Draft, promoCode: string, enabled: boolean): UseQueryResult<Quote> {
  return useQuery({
    queryKey: ["quote", draft.details, draft.services, promoCode],
    queryFn: () => fetchQuote({ ...draft, promoCode }),
    enabled,
    placeholderData: keepPreviousData,
    // Asked even when the browser believes to be offline: the failure then says so in words.
    networkMode: "always",
    refetchOnReconnect: (query) => query.state.status === "error",
  });
}
