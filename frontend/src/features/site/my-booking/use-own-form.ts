import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type FieldValues, get, set, type UseFormReturn } from "react-hook-form";
import { useSubmit } from "@/components/forms/use-submit";
import { ownKey } from "@/features/site/shared/after/own-booking";
import type { OwnBooking } from "./api";
import { readDraft } from "./rules/draft";
import { useDraft } from "./use-draft";

/** Submits a form of the booking, and shows the booking as it is then. What was refused stays in the form. */
export function useOwnForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T) => Promise<{ booking: OwnBooking }>,
  done: string,
) {
  const client = useQueryClient();
  return useSubmit(form, send, {
    done: { title: done },
    refresh: [ownKey],
    onDone: ({ booking }) => client.setQueryData(ownKey, booking),
  });
}

/** `values` of the booking with the draft over them. */
export function withFormDraft<T extends FieldValues>(values: T, reference: string): T {
  const drafted = structuredClone(values);
  for (const [path, value] of Object.entries(readDraft(reference))) {
    if (get(values, path) !== undefined) set(drafted, path, value);
  }
  return drafted;
}

/**
 * Saves what differs from `values` of the booking as a draft, so that it survives reloads and other pages. Returns what
 * removes sent values from the draft.
 */
export function useFormDraft<T extends FieldValues>(
  { subscribe, getValues }: UseFormReturn<T>,
  values: T,
  reference: string,
): (sent: T) => void {
  const latest = useRef(values);
  latest.current = values;
  const save = useDraft(reference);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name, values: typed }) {
          if (!name) return;
          const value: unknown = get(typed, name);
          save({ [name]: value === get(latest.current, name) ? undefined : value });
        },
      }),
    [subscribe, save],
  );
  return (sent) => {
    const isSent = (path: string) =>
      get(sent, path) !== undefined && get(getValues(), path) === get(sent, path);
    const paths = Object.keys(readDraft(reference)).filter(isSent);
    save(Object.fromEntries(paths.map((path) => [path, undefined])));
  };
}
