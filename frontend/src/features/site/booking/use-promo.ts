import { useEffect, useRef, useState } from "react";
import { api, bodyOf } from "@/lib/api";
import { useOnline } from "./use-online";

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

/**
 * Checks a code half a second after the last key. An answer to an older text is dropped; without a line the check
 * waits for it, and a code that was judged before stays so.
 */
export function usePromo(code: string): PromoState {
  const [state, setState] = useState(nothing);
  const judged = useRef("");
  const trimmed = code.trim();
  const isOnline = useOnline();
  useEffect(() => {
    if (trimmed === judged.current) {
      if (!trimmed) setState(nothing);
      return undefined;
    }
    judged.current = "";
    if (!trimmed) {
      setState(nothing);
      return undefined;
    }
    let current = true;
    setState({ ...nothing, isValidating: true });
    if (!isOnline) return undefined;
    const timer = window.setTimeout(async () => {
      try {
        const next = await check(trimmed);
        if (!current) return;
        judged.current = trimmed;
        setState(next);
      } catch {
        if (current) setState({ ...nothing, error: "Failed to validate promo code" });
      }
    }, debounceMilliseconds);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [trimmed, isOnline]);
  return state;
}
