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

/** Checks a code half a second after the last key. An answer to an older text is dropped. */
export function usePromo(code: string): PromoState {
  const [state, setState] = useState(nothing);
  const trimmed = code.trim();
  useEffect(() => {
    if (!trimmed) {
      setState(nothing);
      return undefined;
    }
    let current = true;
    setState({ ...nothing, isValidating: true });
    const timer = window.setTimeout(() => {
      check(trimmed)
        .catch(() => ({ ...nothing, error: "Failed to validate promo code" }))
        .then((next) => current && setState(next));
    }, debounceMilliseconds);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [trimmed]);
  return state;
}
