import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

import { ApiError, sentenceOf } from "./errors";

/** Puts what the server says of single fields beside them; answers the sentence for what is left, or null. */
export function placeErrors<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): string | null {
  const known = new Set(Object.keys(form.getValues()));
  const fields = error instanceof ApiError ? (error.body?.fields ?? []) : [];
  const placed = fields.filter((item) => known.has(item.field));
  for (const { field, message } of placed) form.setError(field as Path<T>, { message });
  return placed.length > 0 ? null : sentenceOf(error);
}
