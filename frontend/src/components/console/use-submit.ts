import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, sentenceOf } from "@/lib/errors";

/**
 * Sends a form. What the server says of single fields is put beside them; `problem` is the sentence for the rest, at
 * first `before`. `send` goes on to whatever follows, and may deal with refusals that mean something else itself.
 */
export function useSubmit<T extends FieldValues, U extends FieldValues>(
  form: UseFormReturn<T, unknown, U>,
  send: (values: U) => Promise<unknown>,
  before: string | null = null,
) {
  const [problem, setProblem] = useState(before);
  const { mutateAsync } = useMutation({
    mutationFn: send,
    onMutate: () => setProblem(null),
    onError: (error) => setProblem(placeErrors(form, error)),
  });
  // The problem is shown: nothing is left to be caught.
  const onSubmit = form.handleSubmit((values) => mutateAsync(values).catch(() => undefined));
  return { onSubmit, problem };
}

/** Answers the sentence for what belongs to no single field, or null. */
function placeErrors<T extends FieldValues, U>(form: UseFormReturn<T, unknown, U>, error: unknown) {
  const known = new Set(Object.keys(form.getValues()));
  const fields = error instanceof ApiError ? (error.body?.fields ?? []) : [];
  const placed = fields.filter((item) => known.has(item.field));
  for (const { field, message } of placed) form.setError(field as Path<T>, { message });
  return placed.length > 0 ? null : sentenceOf(error);
}
