import { type FieldPath, useFormContext } from "react-hook-form";
import type { RentalForm } from "./rules/schema";

/** The props of a control of the rental's form: what the server says of the quote stands where no other problem does. */
export function useField(refusals: Record<string, string> = {}) {
  const { register, formState, getFieldState } = useFormContext<RentalForm>();
  return (name: FieldPath<RentalForm>) => ({
    ...register(name),
    error: getFieldState(name, formState).error?.message ?? refusals[name],
  });
}
