import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { fieldsOf } from "@/lib/errors";
import { quoteQuery } from "./api";
import { quoteBody } from "./rules/rental";
import type { RentalForm } from "./rules/schema";

const typingPauseMilliseconds = 250;

/** The price of what is typed so far, a moment after the typing; what the server refuses is shown at its field. */
export function useQuote(form: UseFormReturn<RentalForm>, bookingId?: string) {
  const values = useWatch({ control: form.control }) as RentalForm;
  const wanted = JSON.stringify(quoteBody(values, bookingId));
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = useQuery(quoteQuery(JSON.parse(asked)));
  const refused = fieldsOf(query.error);
  return {
    values,
    quote: query.data,
    error: query.error,
    /** Whether what is shown is the price of something else than what is typed. */
    isStale: wanted !== asked || query.isFetching || query.isError,
    refusals: Object.fromEntries(refused.map(({ field, message }) => [field, message])) as Record<
      string,
      string
    >,
    retry: () => void query.refetch(),
  };
}

export type LiveQuote = ReturnType<typeof useQuote>;
