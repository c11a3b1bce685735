import { type FieldValues, get, type Path, type UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/errors";

/** Puts what the server says of the form's fields beside them, and answers whether there was any. */
export function placeErrors<T extends FieldValues, U>(
  form: UseFormReturn<T, unknown, U>,
  error: unknown,
): boolean {
  const values: Record<string, unknown> = form.getValues();
  const fields = error instanceof ApiError ? (error.body?.fields ?? []) : [];
  const placed = fields.filter(({ field }) => {
    const [name = ""] = field.split(".");
    return field in values || (typeof values[name] === "object" && values[name] !== null);
  });
  for (const { field, message } of placed) form.setError(field as Path<T>, { type: "server", message });
  return placed.length > 0;
}

/** What is wrong with a field, or with the first of its parts. */
export function errorAt(errors: object, path: string): string | undefined {
  return messageIn(get(errors, path));
}

function messageIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.entries(error)
    .filter(([name]) => name !== "ref" && name !== "root")
    .map(([, inner]) => messageIn(inner))
    .find(Boolean);
}
