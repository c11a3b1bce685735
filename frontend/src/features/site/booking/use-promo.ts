import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, bodyOf } from "@/lib/api";

const debounceMilliseconds = 500;

/** The state of a typed promo code. */
export interface PromoState {
  isValidating: boolean;
  isValid: boolean;
  error: string | null;
  /** The server has no such code; checking again does not help. */
  isUnknown: boolean;
  referrer: string | null;
  percentage: number | null;
}

const nothing: PromoState = {
  isValidating: false,
  isValid: false,
  error: null,
  isUnknown: false,
  referrer: null,
  percentage: null,
};

async function check(promoCode: string): Promise<PromoState> {
  const answer = await bodyOf(api.POST("/api/promo-codes/validate", { body: { promoCode } }));
  if (!answer.valid || !answer.referrer) return { ...nothing, error: t`Invalid promo code`, isUnknown: true };
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
    // Checked once while it is in the field, and again when it is typed later.
    gcTime: 0,
  });

/**
 * Checks a code half a second after the last key. Responses for older input are dropped; offline the check waits for
 * the connection, and a checked code stays valid.
 */
export function usePromo(code: string): PromoState {
  const trimmed = code.trim();
  const [debounced, setDebounced] = useState("");
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(trimmed), debounceMilliseconds);
    return () => window.clearTimeout(timer);
  }, [trimmed]);
  const query = useQuery({ ...promoQuery(trimmed), enabled: trimmed !== "" && debounced === trimmed });
  if (!trimmed) return nothing;
  if (query.data) return query.data;
  if (query.isError && !query.isFetching) return { ...nothing, error: t`Failed to validate promo code` };
  return { ...nothing, isValidating: true };
}
