import { useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useSubmit } from "@/components/forms/use-submit";
import { tillsKey } from "@/features/console/shared/tills";
import { moneyKey } from "./api";

interface Options {
  bookingId: string;
  /** Shown when it is recorded. */
  done: string;
  onDone?: () => void;
}

/**
 * Records something about a booking's money: once, however often the button is pressed or the network is lost, because
 * every call of one form carries the same key.
 */
export function useMoneySubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (key: string, values: T) => Promise<unknown>,
  { bookingId, done, onDone }: Options,
) {
  const [key] = useState(() => crypto.randomUUID());
  return useSubmit(form, (values: T) => send(key, values), {
    refresh: [moneyKey(bookingId), tillsKey],
    done: { title: done },
    ...(onDone && { onDone }),
  });
}
