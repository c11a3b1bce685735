import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, bodyOf } from "@/lib/api";

export const invalidPromo = "Invalid promo code";
const debounceMilliseconds = 500;

/** What is known of a typed promo code. */
export interface PromoState {
  isValidating: boolean;
  isValid: boolean;
  error: string | null;
  referrer: string | null;
  percentage: number | null;
}

const nothing: PromoState = {
  isValidating: false,
  isValid: false,
  error: null,
  referrer: null,
  percentage: null,
};

async function check(promoCode: string): Promise<PromoState> {
  const answer = await bodyOf(api.POST("/api/promo-codes/validate", { body: { promoCode } }));
  if (!answer.valid || !answer.referrer) return { ...nothing, error: invalidPromo };
  return {
    ...nothing,
    isValid: true,
    referrer: answer.referrer.name,
    percentage: answer.discount?.percentage ?? null,
  };
}

const promoQuery = (code: string) =>
  queryOptions({
    queryKey: ["/api/promo-codes/validate", code],
    queryFn: () => check(code),
    // Judged once while it stands there; one that is typed again later is judged anew.
    gcTime: 0,
  });

/**
 * Checks a code half a second after the last key. An answer to an older text is dropped; without a line the check
 * waits for it, and a code that was judged before stays so.
 */
export function usePromo(code: string): PromoState {
  const trimmed = code.trim();
  const [settled, settle] = useState("");
  useEffect(() => {
    const timer = window.setTimeout(() => settle(trimmed), debounceMilliseconds);
    return () => window.clearTimeout(timer);
  }, [trimmed]);
  const query = useQuery({ ...promoQuery(trimmed), enabled: trimmed !== "" && settled === trimmed });
  if (!trimmed) return nothing;
  if (query.data) return query.data;
  if (query.isError && !query.isFetching) return { ...nothing, error: "Failed to validate promo code" };
  return { ...nothing, isValidating: true };
}
