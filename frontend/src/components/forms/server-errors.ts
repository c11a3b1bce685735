import { type FieldValues, get, type Path, type UseFormReturn } from "react-hook-form";
import { fieldsOf } from "@/lib/errors";

/** Puts what the server says of the form's fields beside them, and answers which these are. */
export function placeErrors<T extends FieldValues, U>(
  form: UseFormReturn<T, unknown, U>,
  error: unknown,
  fieldOf: (field: string) => string = (field) => field,
): string[] {
  const values: Record<string, unknown> = form.getValues();
  const placed = fieldsOf(error)
    .map(({ field, message }) => ({ field: fieldOf(field), message }))
    .filter(({ field }) => {
      const [name = ""] = field.split(".");
      return field in values || (typeof values[name] === "object" && values[name] !== null);
    });
  for (const { field, message } of placed) form.setError(field as Path<T>, { type: "server", message });
  return placed.map(({ field }) => field);
}

/** What is wrong with a field; without `isWhole`, also with the first of its parts. */
export function errorAt(errors: object, path: string, isWhole = false): string | undefined {
  return messageIn(get(errors, path), isWhole);
}

function messageIn(error: unknown, isWhole: boolean): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  if (isWhole) return undefined;
  return Object.entries(error)
    .filter(([name]) => name !== "ref" && name !== "root")
    .map(([, inner]) => messageIn(inner, false))
    .find(Boolean);
}
