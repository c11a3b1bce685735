import { type FieldPath, useFormContext } from "react-hook-form";
import type { RentalForm } from "./rules/schema";

/** Props of a rental form control. Server errors of the quote are shown when there is no local error. */
export function useField(refusals: Record<string, string> = {}) {
  const { register, formState, getFieldState } = useFormContext<RentalForm>();
  return (name: FieldPath<RentalForm>) => ({
    ...register(name),
    error: getFieldState(name, formState).error?.message ?? refusals[name],
  });
}
